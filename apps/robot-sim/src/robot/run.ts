import type { MissedReason, RunPhase } from '@sweepline/contract/robot';
import type { Point } from '@sweepline/map-core';
import { newId } from './ids.ts';
import type { TrailPoint } from './world/trail.ts';

export type RunState = 'IN_PROGRESS' | 'PAUSED' | 'COMPLETE' | 'INTERRUPTED' | 'FAILED';
export type Origin = 'CLOUD' | 'SCHEDULE' | 'DEVICE_SCHEDULE' | 'HMI';

/** An uncleaned piece of floor, by a place in it. */
export interface MissedSpot extends Point {
  areaId: string;
  reason: MissedReason;
}

/** An area of the order that has not begun. */
export interface AreaAhead {
  actionId: string;
  record: AreaRecord;
  /** Estimated seconds of its strokes. */
  seconds: number;
  inside: Point;
  soc: ChargeRules;
}

/** Battery percent at which the robot drives to its charger, and at which it continues. */
export interface ChargeRules {
  min: number;
  resume: number;
}

export interface AreaRecord {
  areaId: string;
  mapId: string;
  mapVersion: string;
  cleaningMode: string;
  strength: string;
  repetitions: number;
  plannedM2: number;
  cleanedM2: number;
  seconds: number;
}

/** The data of a run's task messages and report. Plain data, so that it survives a restart. */
export interface RunRecord {
  runId: string;
  origin: Origin;
  by?: string;
  /** The robot's own task that started the run, if any. */
  taskId?: string;
  mapId: string;
  /** Only runs that clean have a report. */
  cleans: boolean;
  startedAt: string;
  state: RunState;
  phase: RunPhase | '';
  code: string;
  areaIndex: number;
  areaCount: number;
  areas: AreaRecord[];
  /** Simulated seconds since the start. */
  seconds: number;
  cleaningSeconds: number;
  distanceM: number;
  waterL: number;
  dirtyWaterL: number;
  energyWh: number;
  socStart: number;
  charges: number;
  replenishes: number;
  mopWashes: number;
  phases: { phase: RunPhase; seconds: number }[];
  pauses: { at: string; seconds: number; by: string }[];
  alarms: string[];
  consumables: { id: string; startPct: number }[];
  trail: TrailPoint[];
  /** Areas not yet begun, in order. */
  ahead: AreaAhead[];
  /** Estimated seconds of the strokes driven so far. */
  reckonedS: number;
  missed: MissedSpot[];
  /** Areas skipped by a user, by their action ids. */
  skipped: string[];
  /** Tour only: rounds driven and announcements played. */
  tour?: { loops: number; plays: number };
}

export interface RunStart {
  runId?: string;
  origin: Origin;
  by?: string;
  taskId?: string;
  mapId: string;
  startedAt: string;
  areaCount: number;
  socStart: number;
  consumables: RunRecord['consumables'];
}

/** Fields that a run record of an earlier version lacks. */
export const emptyLists = (): Pick<RunRecord, 'ahead' | 'reckonedS' | 'missed' | 'skipped'> => ({
  ahead: [],
  reckonedS: 0,
  missed: [],
  skipped: [],
});

export const newRun = (start: RunStart): RunRecord => ({
  ...start,
  runId: start.runId ?? newId(),
  cleans: start.areaCount > 0,
  state: 'IN_PROGRESS',
  phase: '',
  code: '',
  areaIndex: 0,
  areas: [],
  seconds: 0,
  cleaningSeconds: 0,
  distanceM: 0,
  waterL: 0,
  dirtyWaterL: 0,
  energyWh: 0,
  charges: 0,
  replenishes: 0,
  mopWashes: 0,
  phases: [],
  pauses: [],
  alarms: [],
  trail: [],
  ...emptyLists(),
});

const sum = (areas: readonly AreaRecord[], of: (area: AreaRecord) => number) =>
  areas.reduce((total, area) => total + of(area), 0);

export function totalsOf(run: RunRecord) {
  const plannedM2 = sum(run.areas, (area) => area.plannedM2);
  const cleanedM2 = sum(run.areas, (area) => area.cleanedM2);
  return {
    plannedM2,
    cleanedM2,
    uncleanedM2: Math.max(0, plannedM2 - cleanedM2),
    coverage: plannedM2 > 0 ? Math.min(1, cleanedM2 / plannedM2) : 0,
  };
}

/** SUCCESS when the run completed and every area was cleaned; PARTIAL when at least one was. */
export function resultOf(run: RunRecord): 'SUCCESS' | 'PARTIAL' | 'FAILED' {
  const { cleanedM2 } = totalsOf(run);
  if (run.tour) return run.state === 'COMPLETE' ? 'SUCCESS' : run.tour.loops > 0 ? 'PARTIAL' : 'FAILED';
  if (
    run.state === 'COMPLETE' &&
    run.skipped.length === 0 &&
    run.areas.length >= run.areaCount &&
    (cleanedM2 > 0 || run.areaCount === 0)
  ) {
    return 'SUCCESS';
  }
  return cleanedM2 > 0 ? 'PARTIAL' : 'FAILED';
}
