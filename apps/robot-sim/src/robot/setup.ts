import type { FaultPlan } from './body/faults.ts';
import type { Point, Pose } from '@sweepline/map-core';
import type { MapPoint, World } from '../world/world.ts';
import type { RideStops } from './drive/ride-stops.ts';
import type { ActiveAlarm } from './body/alarms.ts';
import type { Work } from './world/ground.ts';
import type { RobotMemory } from './body/memory.ts';
import type { RelapseRule } from './body/relapses.ts';
import type { CoveragePicture } from './picture.ts';
import type { ChargeRules, RunRecord } from './run.ts';
import type { RobotSpec } from './spec.ts';

export interface RobotSetup extends Partial<FaultPlan> {
  sn: string;
  spec: RobotSpec;
  world: World;
  seed: number;
  light: boolean;
  /** Real time in milliseconds, for timestamps in messages. */
  now: () => number;
  start: Pose;
  /** The robot's charger; a plain vehicle may have none. */
  dock: MapPoint | undefined;
  socPct: number;
  /** The elevator that a person at the robot uses, and its floors, whose maps the robot has. */
  rides?: RideStops | undefined;
  mtbfH?: number | undefined;
  relapses?: readonly RelapseRule[] | undefined;
  /** Remaining percent of consumables at first, by id; the others are worn at random. */
  wear?: Readonly<Record<string, number>> | undefined;
  /** The saved state from before it was switched off. */
  memory?: RobotMemory | undefined;
}

/** Callbacks for changes of the robot. */
export interface RobotEvents {
  /** A field of `state` changed. */
  changed: () => void;
  /** State or phase of the run changed. */
  run: (run: RunRecord) => void;
  ended: (run: RunRecord, picture: CoveragePicture | undefined) => void;
  alarm: (event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) => void;
  mode: () => void;
}

/** Parts in use while cleaning. */
export interface Tool {
  cleaningMode: string;
  strength: string;
  /** The area, identified by its outline. */
  area: string;
  work: Work | undefined;
  repetitions: number;
  soc: ChargeRules;
  /** Lasting obstacles; the robot drives around them for the rest of the area. */
  obstacles: Point[];
  /** Places where a part of a stroke was skipped. */
  skippedPlaces: Point[];
}
