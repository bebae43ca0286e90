import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AlarmCode, ZoneSetV3 } from '@sweepline/contract/robot';
import type { Point, Pose } from '@sweepline/map-core';
import type { ActiveAlarm } from './alarms.ts';
import type { OrderEntry } from '../drive/order-progress.ts';
import type { Robot } from '../robot.ts';
import type { RunRecord } from '../run.ts';
import type { RelapseMemory } from './relapses.ts';
import type { Settings } from './settings.ts';
import type { TankLevels } from './tanks.ts';
import type { Consumable } from './wear.ts';

/** The state that a robot saves on its disk. */
export interface RobotMemory {
  pose: Pose;
  socPct: number;
  health: number;
  docked: boolean;
  odometerM: number;
  runtimeS: number;
  tanks: TankLevels;
  consumables: Consumable[];
  settings: Settings;
  zoneSets: readonly ZoneSetV3['zoneSet'][];
  alarms: ActiveAlarm[];
  /** Codes of the faults that only a repair ends; undefined in the memory of an earlier version. */
  lastingFaults?: AlarmCode[];
  relapses?: RelapseMemory;
  book: OrderEntry;
  run: RunRecord | undefined;
  progress: Progress | undefined;
  /** Pixels of the areas already cleaned in this run, packed. */
  picture: string | undefined;
  frozen: boolean;
  unfinished: Unfinished | undefined;
}

/** An unfinished area of an earlier run; the strategy RESUME continues it. */
export interface Unfinished {
  /** The key of its polygon. */
  area: string;
  /** Painted cells, packed. */
  passes: string;
}

/** The progress of a `cleanArea` action. A new process continues it with the same plan from the same start. */
export interface Progress {
  actionId: string;
  from: Point;
  repetition: number;
  stroke: number;
  /** The plan covers only the rest of an earlier one, so it must be computed again from the painted cells. */
  rest: boolean;
  /** Painted cells, packed. */
  passes: string;
}

/** Compresses cells, which are long runs of equal values, to about a fiftieth. */
export const packed = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 }).toString('base64');
export const unpacked = (text: string): Uint8Array => inflateRawSync(Buffer.from(text, 'base64'));

export function remember(robot: Robot): RobotMemory {
  const { drive, power, tanks, wear, alarms, orders, progress } = robot;
  const passes = robot.tools.current?.work?.canvas.coverage?.passes;
  return {
    pose: { ...drive.pose },
    socPct: power.socPct,
    health: power.health,
    docked: power.docked,
    odometerM: robot.usage.odometerM,
    runtimeS: robot.usage.runtimeS,
    tanks: tanks.levels,
    consumables: wear.items,
    settings: robot.settings,
    zoneSets: robot.traffic.zoneSets,
    alarms: alarms.active,
    lastingFaults: robot.faults.lasting.map(({ code }) => code),
    relapses: robot.relapses.memory,
    book: orders.entry,
    run: robot.run,
    progress: progress && { ...progress, passes: passes ? packed(passes) : progress.passes },
    picture: robot.picture && packed(robot.picture.pixels),
    frozen: robot.frozen,
    unfinished: robot.unfinished,
  };
}
