import { weekdayOf } from '@sweepline/contract/robot';
import { cleaningTimeS, type FloorFigures } from '@sweepline/map-core';
import { between, pick, randomFrom, seedFor, type Random } from '../../apps/robot-sim/src/random.ts';
import { specOf, strengthLevel, usesWater } from '../../apps/robot-sim/src/robot/spec.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltTask } from './build-fleet.ts';
import type { DrivenTask, DrivenWay } from './driven-task.ts';

/** A finished run of the past year, as a robot of this model reports it. */
export interface PastRun extends Omit<FloorFigures, 'passes'> {
  id: string;
  task: BuiltTask;
  /** How it was driven; undefined if it never cleaned. */
  way: DrivenWay | undefined;
  /** Duration of the way over that of the drive on a free floor. */
  slowness: number;
  startedAt: Date;
  endedAt: Date;
  result: 'SUCCESS' | 'PARTIAL' | 'FAILED';
  code: string;
  passes: FloorFigures['passes'];
  seconds: number;
  cleaningSeconds: number;
  distanceM: number;
  waterL: number | null;
  dirtyWaterL: number | null;
  energyWh: number;
  socStart: number;
  socEnd: number;
  phases: { phase: string; seconds: number }[];
}

const dayMs = 86_400_000;
/** Time between the starts of one robot's tasks; the longest run takes less than two hours. */
const apartMs = 3 * 3_600_000;
/** Weekdays on which a place is closed. */
const closedOn: Record<string, readonly number[]> = { tower: [6, 7], hospital: [7] };

/** A year of runs up to `now`, oldest first; deterministic per day. Each task starts once on every open day, or is missed. */
export function yearOf(
  tasks: readonly BuiltTask[],
  now: Date,
  drivenOf: (task: BuiltTask) => DrivenTask,
): PastRun[] {
  const today = Math.floor(now.getTime() / dayMs);
  return tasks
    .flatMap((task) => {
      const random = randomFrom(seedFor(`${task.robot.sn} ${task.key} daily`, 1));
      const driven = drivenOf(task);
      return Array.from({ length: 365 }, (_, back) => {
        const day = today - 365 + back;
        const run = runOn(driven, random, plannedMs(task, day));
        return isClosed(task, day) || isMissed(task, day) ? [] : [run];
      }).flat();
    })
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
}

const weekdayAt = (ms: number) => weekdayOf(new Date(ms).toISOString().slice(0, 10));

const isClosed = ({ robot }: BuiltTask, day: number) =>
  closedOn[robot.place]?.includes(weekdayAt(day * dayMs)) ?? false;

/** A planned start at which the robot was out of reach. */
export interface MissedStart {
  task: BuiltTask;
  dueAt: Date;
}
/** One of so many starts is missed. The first robot of each place has no plan and misses none. */
const missedOneIn = 37;
const isMissed = ({ robot, key }: BuiltTask, day: number) =>
  robot.dock !== 1 && seedFor(`${robot.sn} ${key} missed ${day}`, 1) % missedOneIn === 0;

/** The starts of the past year that were missed. */
export function missedOf(tasks: readonly BuiltTask[], now: Date): MissedStart[] {
  const today = Math.floor(now.getTime() / dayMs);
  return tasks.flatMap((task) =>
    Array.from({ length: 365 }, (_, back) => today - 365 + back)
      .filter((day) => isMissed(task, day) && !isClosed(task, day))
      .map((day) => ({ task, dueAt: new Date(plannedMs(task, day)) })),
  );
}

const plannedMs = (task: BuiltTask, day: number) => {
  const turn = (task.robot.tasks as readonly string[]).indexOf(task.key);
  return day * dayMs + firstStartMs(task) + turn * apartMs;
};

/** First start of the day in UTC: at night in the local time of the site. */
const firstStartMs = ({ robot }: BuiltTask) =>
  (robot.place === 'hospital' || robot.place === 'tower' ? 2 : 15) * 3_600_000;

/** Slowness by robot and by day: wear and load of the robot, people on the floor at weekends. */
function slownessOn(random: Random, { robot }: BuiltTask, at: number) {
  const own = 1 + (seedFor(robot.sn, 1) % 13) / 100;
  const weekend = [6, 7].includes(weekdayAt(at)) ? 1.05 : 1;
  return own * weekend * between(random, 0.97, 1.09);
}

function runOn({ task, ...driven }: DrivenTask, random: Random, planned: number): PastRun {
  const startedAt = new Date(planned + Math.round(between(random, 0, 90)) * 1000);
  const { result, code } = outcome(random);
  const way =
    result === 'FAILED' ? undefined : pick(random, result === 'SUCCESS' ? driven.whole : driven.stopped)!;
  const floor = way?.floor ?? driven.untouched;
  const slowness = slownessOn(random, task, planned);
  const wayS = Math.round(between(random, 40, 160));
  const phases = phasesOf(random, wayS, way ? Math.round((way.ms * slowness) / 1000) : 0);
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const cleaningSeconds = cleaningTimeS(phases, 0) ?? 0;
  const spec = specOf(task.robot.model);
  const { idle, drive, parts } = spec.watts;
  const energyWh = round(
    (seconds * idle + (2 * wayS + cleaningSeconds) * drive * 0.7 + cleaningSeconds * parts) / 3600,
    1,
  );
  const socStart = round(between(random, 84, 100), 1);
  const waterL = usesWater(task.cleaningMode)
    ? round((spec.flowLpm[strengthLevel(spec, task.strength) - 1]! * cleaningSeconds) / 60, 2)
    : null;
  return {
    ...floor,
    id: newId(),
    task,
    way,
    slowness,
    startedAt,
    endedAt: new Date(startedAt.getTime() + seconds * 1000),
    result,
    code,
    seconds,
    cleaningSeconds,
    distanceM: round((way?.metres ?? 0) + 2 * wayS * spec.cruiseMps, 1),
    waterL,
    dirtyWaterL: waterL !== null && task.model.dirtyTankL > 0 ? round(waterL * 0.85, 2) : null,
    energyWh,
    socStart,
    socEnd: round(Math.max(5, socStart - (energyWh / spec.batteryWh) * 100), 1),
    phases,
  };
}

/** 95 % of the runs succeed; the others are stopped by a user or by the robot. */
function outcome(random: Random): Pick<PastRun, 'result' | 'code'> {
  const chance = random();
  if (chance < 0.95) return { result: 'SUCCESS', code: '' };
  if (chance < 0.99)
    return { result: 'PARTIAL', code: pick(random, ['USER_CANCELED', 'HMI_STOP', 'OPERATOR_MOVED'])! };
  return { result: 'FAILED', code: 'ROBOT_LOST_ORDER' };
}

function phasesOf(random: Random, wayS: number, cleaning: number) {
  const phases = [
    { phase: 'UNDOCKING', seconds: Math.round(between(random, 6, 12)) },
    { phase: 'HEADING_TO_AREA', seconds: wayS },
  ];
  if (cleaning > 0) {
    phases.push(
      { phase: 'STARTING_PARTS', seconds: 4 },
      { phase: 'CLEANING', seconds: cleaning },
      { phase: 'STOPPING_PARTS', seconds: 4 },
    );
  }
  phases.push(
    { phase: 'HEADING_TO_CHARGE', seconds: wayS },
    { phase: 'DOCKING', seconds: Math.round(between(random, 12, 35)) },
  );
  return phases;
}

/** A number rounded to some decimal digits. */
export const round = (value: number, digits: number) => Number(value.toFixed(digits));
