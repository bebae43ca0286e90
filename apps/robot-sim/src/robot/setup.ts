import type { Point, Pose } from '@sweepline/map-core';
import type { MapPoint, World } from '../world/world.ts';
import type { ActiveAlarm } from './body/alarms.ts';
import type { Work } from './world/ground.ts';
import type { RobotMemory } from './body/memory.ts';
import type { CoveragePicture } from './picture.ts';
import type { ChargeRules, RunRecord } from './run.ts';
import type { RobotSpec } from './spec.ts';

export interface RobotSetup {
  sn: string;
  spec: RobotSpec;
  world: World;
  seed: number;
  light: boolean;
  /** Real milliseconds, for what is told with a time. */
  now: () => number;
  start: Pose;
  /** Its own charger; a plain vehicle may have none. */
  dock: MapPoint | undefined;
  socPct: number;
  mtbfH?: number | undefined;
  plannedFaults?: readonly { code: string; atS: number }[] | undefined;
  /** What it was before it was switched off. */
  memory?: RobotMemory | undefined;
}

/** Told whenever something happens that somebody outside may want to know. */
export interface RobotNews {
  /** Anything `state` shows. */
  changed: () => void;
  /** Anything of the run: state or phase. */
  run: (run: RunRecord) => void;
  ended: (run: RunRecord, picture: CoveragePicture | undefined) => void;
  alarm: (event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) => void;
  mode: () => void;
}

/** Parts in use while cleaning. */
export interface Tool {
  cleaningMode: string;
  strength: string;
  /** Which area, by its outline. */
  area: string;
  work: Work | undefined;
  repetitions: number;
  soc: ChargeRules;
  /** What stood in the way and did not go: driven round for the rest of the area. */
  obstacles: Point[];
  /** Where a piece of a stroke was left out. */
  leftOut: Point[];
}
