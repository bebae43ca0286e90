import { between, pick, randomFrom, seedFor, type Random } from '../../apps/robot-sim/src/random.ts';
import { specOf, strengthLevel, usesWater } from '../../apps/robot-sim/src/robot/spec.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltTask } from './build-fleet.ts';

/** A finished run of the past year, as a robot of this model reports it. */
export interface PastRun {
  id: string;
  task: BuiltTask;
  startedAt: Date;
  endedAt: Date;
  result: 'SUCCESS' | 'PARTIAL' | 'FAILED';
  code: string;
  plannedM2: number;
  cleanedM2: number;
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
/** Weekdays on which a place is closed (0 Sunday). */
const closedOn: Record<string, readonly number[]> = { tower: [0, 6], hospital: [0] };

/** A year of runs up to `now`, oldest first; deterministic per day. Each task starts once on every open day. */
export function yearOf(tasks: readonly BuiltTask[], now: Date): PastRun[] {
  const today = Math.floor(now.getTime() / dayMs);
  return tasks
    .flatMap((task) => {
      const random = randomFrom(seedFor(`${task.robot.sn} ${task.name}`, 1));
      const turn = (task.robot.tasks as readonly string[]).indexOf(task.zone.name);
      return Array.from({ length: 365 }, (_, back) => {
        const day = today - 365 + back;
        const run = runOn(task, random, day * dayMs + firstStartMs(task) + turn * apartMs);
        const weekday = new Date(day * dayMs).getUTCDay();
        return closedOn[task.robot.place]?.includes(weekday) ? [] : [run];
      }).flat();
    })
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
}

/** First start of the day in UTC: at night in the local time of the site. */
const firstStartMs = ({ robot }: BuiltTask) =>
  (robot.place === 'hospital' || robot.place === 'tower' ? 2 : 15) * 3_600_000;

function runOn(task: BuiltTask, random: Random, planned: number): PastRun {
  const startedAt = new Date(planned + Math.round(between(random, 0, 90)) * 1000);
  const { result, code, share } = outcome(random);
  const plannedM2 = round(task.areaM2, 2);
  const cleanedM2 = round(plannedM2 * share, 2);
  const spec = specOf(task.robot.model);
  const laneM = spec.cleaningWidthM - 0.05;
  const cleaningSeconds = Math.round(cleanedM2 / (laneM * spec.cruiseMps * between(random, 0.78, 0.88)));
  const wayS = Math.round(between(random, 40, 160));
  const phases = phasesOf(random, wayS, cleaningSeconds);
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const { idle, drive, parts } = spec.watts;
  const energyWh = round(
    (seconds * idle + (wayS + cleaningSeconds) * drive * 0.7 + cleaningSeconds * parts) / 3600,
    1,
  );
  const socStart = round(between(random, 84, 100), 1);
  const waterL = usesWater(task.cleaningMode)
    ? round((spec.flowLpm[strengthLevel(spec, task.strength) - 1]! * cleaningSeconds) / 60, 2)
    : null;
  return {
    id: newId(),
    task,
    startedAt,
    endedAt: new Date(startedAt.getTime() + seconds * 1000),
    result,
    code,
    plannedM2,
    cleanedM2,
    seconds,
    cleaningSeconds,
    distanceM: round(cleanedM2 / laneM + wayS * spec.cruiseMps, 1),
    waterL,
    dirtyWaterL: waterL !== null && task.model.dirtyTankL > 0 ? round(waterL * 0.85, 2) : null,
    energyWh,
    socStart,
    socEnd: round(Math.max(5, socStart - (energyWh / spec.batteryWh) * 100), 1),
    phases,
  };
}

/** 95 % of the runs succeed; the others are stopped by a user or by the robot. */
function outcome(random: Random): Pick<PastRun, 'result' | 'code'> & { share: number } {
  const chance = random();
  if (chance < 0.95) return { result: 'SUCCESS', code: '', share: between(random, 0.955, 0.995) };
  const share = between(random, 0.25, 0.85);
  if (chance < 0.99)
    return { result: 'PARTIAL', code: pick(random, ['USER_CANCELED', 'HMI_STOP', 'OPERATOR_MOVED'])!, share };
  return { result: 'FAILED', code: 'ROBOT_LOST_ORDER', share: 0 };
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
