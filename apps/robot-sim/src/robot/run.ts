import type { MissedReason, RunPhase } from '@sweepline/contract/robot';
import type { Point } from '@sweepline/map-core';
import { newId } from './ids.ts';
import type { TrailPoint } from './world/trail.ts';

export type RunState = 'IN_PROGRESS' | 'PAUSED' | 'COMPLETE' | 'INTERRUPTED' | 'FAILED';
export type Origin = 'CLOUD' | 'SCHEDULE' | 'DEVICE_SCHEDULE' | 'HMI';

/** A piece of floor that was left, by a place in it. */
export interface MissedSpot extends Point {
  areaId: string;
  reason: MissedReason;
}

/** An area of the order that was not begun. */
export interface AreaAhead {
  actionId: string;
  record: AreaRecord;
  /** What its strokes should take. */
  seconds: number;
  inside: Point;
  soc: ChargeRules;
}

/** Percent at which it leaves for its charger, and at which it goes on. */
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

/** Everything a run's task messages and report are made of; plain data, so that it survives a restart. */
export interface RunRecord {
  runId: string;
  origin: Origin;
  by?: string;
  /** Of which of its tasks it is a run, when it began it by itself. */
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
  /** Not yet begun, in their order. */
  ahead: AreaAhead[];
  /** What the strokes driven so far should have taken. */
  reckonedS: number;
  missed: MissedSpot[];
  /** Areas somebody had it leave out, by their actions. */
  skipped: string[];
  /** Of a tour: rounds driven and announcements played. */
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

/** What an earlier version's record of a run lacks. */
export const noLists = (): Pick<RunRecord, 'ahead' | 'reckonedS' | 'missed' | 'skipped'> => ({
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
  ...noLists(),
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

/** SUCCESS when the run came to its end and every area was cleaned; PARTIAL when something was. */
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
