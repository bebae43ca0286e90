import type { ActionV3, CleanAreaParameters } from '@sweepline/contract/robot';
import type { Point } from '@sweepline/map-core';
import { partsAround } from '../motion/around.ts';
import { furtherAlong, restOf } from '../motion/partial-path.ts';
import type { Path } from '../motion/route.ts';
import { GaveUp, wait, type Behaviour } from './activity.ts';
import { closeArea } from './world/close-area.ts';
import { requestedArea, patternOf, recordOf, workRequestOf } from './world/areas-ahead.ts';
import { goTo } from './drive/driving.ts';
import type { Work } from './world/ground.ts';
import { unpacked } from './body/memory.ts';
import { partsS, strokeDone } from './drive/eta-estimator.ts';
import type { Robot } from './robot.ts';
import type { AreaRecord } from './run.ts';
import type { Tool } from './setup.ts';
import { isSkipped } from './world/skipping.ts';
import { isScheduled } from './drive/scheduled.ts';
import { areaKey } from './world/unfinished.ts';
import { leave, needsOf, serve, type ServiceRules } from './body/servicing.ts';

/** Two strokes whose ends are nearer than this are joined with the tool down. */
const joinM = 1.5;
/** Metres of a stroke that are skipped at an obstacle. */
const skipM = 0.25;
/** Minimum distance of the robot's centre from an obstacle. */
const aroundObstacleM = 0.85;

/** One `cleanArea` action, from the drive to the area to its end. */
interface Job {
  robot: Robot;
  actionId: string;
  parameters: CleanAreaParameters;
  polygon: readonly Point[];
  rules: ServiceRules;
  area: AreaRecord;
  work: Work;
  groundVersion: number;
}

const cleaningModeOf = (job: Job) =>
  isScheduled(job.robot)
    ? 'SCHEDULED_CLEANING'
    : job.work.edgeStrokes > 0 && job.work.edgeStrokes === job.work.strokes.length
      ? 'EDGE'
      : 'AUTO_RUN';

/** Executes `cleanArea` (docs/protocol/orders.md#actions): drives there, cleans `repetitions` times, stops the parts. */
export function* cleanArea(robot: Robot, action: ActionV3): Behaviour {
  const job = begin(robot, action);
  const { work, actionId } = job;
  robot.tools.use(toolOf(job));
  robot.setMode(cleaningModeOf(job));
  robot.setPhase('HEADING_TO_AREA');
  const [first] = work.strokes;
  if (!first || !(yield* goTo(robot, { x: first[0]!, y: first[1]! }))) {
    throw new GaveUp('NO_ROUTE', 'no route to the area');
  }
  robot.orders.set(actionId, 'INITIALIZING');
  yield* startParts(job);
  yield* cleanAll(job);
  robot.setPhase('STOPPING_PARTS');
  robot.setToolDown(false);
  yield* wait(partsS);
  finish(job);
}

const toolOf = ({ robot, parameters, polygon, work }: Job): Tool => ({
  cleaningMode: parameters.cleaningMode,
  strength: parameters.strength,
  area: areaKey(polygon),
  work,
  repetitions: parameters.repetitions,
  soc: { min: parameters.minSoc, resume: parameters.resumeSoc },
  obstacles: robot.tools.current?.obstacles ?? [],
  skippedPlaces: robot.tools.current?.skippedPlaces ?? [],
});

/** Drives every stroke `repetitions` times. New forbidden zones cause a new plan of the rest. */
function* cleanAll(job: Job): Behaviour {
  const { robot, parameters } = job;
  while (!isSkipped(robot, job.actionId)) {
    if (job.groundVersion !== robot.groundVersion) replan(job);
    const progress = robot.progress!;
    const stroke = job.work.strokes[progress.stroke];
    if (stroke) {
      yield* clean(job, stroke);
      strokeDone(robot);
      progress.stroke++;
    } else if (++progress.repetition < parameters.repetitions) {
      progress.stroke = 0;
    } else {
      return;
    }
  }
}

function begin(robot: Robot, action: ActionV3): Job {
  const { actionId } = action;
  const requested = requestedArea(robot, action);
  const { parameters, polygon } = requested;
  const saved = robot.progress?.actionId === actionId ? robot.progress : undefined;
  const { x, y } = robot.drive.pose;
  const progress = saved ?? { actionId, from: { x, y }, repetition: 0, stroke: 0, rest: false, passes: '' };
  const passes = progress.passes ? unpacked(progress.passes) : undefined;
  if (progress.rest) progress.stroke = 0;
  robot.progress = progress;
  const work = robot.ground.plan({
    ...workRequestOf(robot, requested, progress.from),
    ...(progress.rest && { done: passes, restOnly: false }),
  });
  if (passes) work.canvas.restore(passes);
  const area = recordOf(robot, requested, work.plannedM2);
  const { run } = robot;
  if (run) run.ahead = run.ahead.filter((area) => area.actionId !== actionId);
  run?.areas.push(area);
  const { minSoc, resumeSoc, resumeAfterCharge } = parameters;
  const rules = { minSoc, resumeSoc, resumeAfterCharge, replenish: parameters.replenish !== 'NEVER' };
  const { groundVersion } = robot;
  return { robot, actionId, parameters, polygon, rules, area, work, groundVersion };
}

function* startParts(job: Job): Behaviour {
  job.robot.setPhase('STARTING_PARTS');
  yield* wait(partsS);
  job.robot.orders.set(job.actionId, 'RUNNING');
  job.robot.setMode(cleaningModeOf(job));
  job.robot.setPhase('CLEANING');
}

/** One stroke with the drive to its start; the robot interrupts it when it needs service. */
function* clean(job: Job, stroke: Path): Behaviour {
  const { robot } = job;
  robot.serviceDue = () => needsOf(robot, job.rules, job.parameters.cleaningMode).length > 0;
  const parts = partsOf(job, stroke);
  // Obstacles between the parts of a stroke must not be crossed with the brushes down.
  let lifted = parts.length > 1;
  for (let rest = parts.shift(); rest;) {
    const arrived = yield* approach(job, { x: rest[0]!, y: rest[1]! }, lifted);
    const drive = { path: rest, limit: robot.cruiseMps, tool: true, stroke: true, untilService: true };
    const outcome = arrived ? yield { do: 'drive', ...drive } : 'stuck';
    if (job.groundVersion !== robot.groundVersion || isSkipped(robot, job.actionId)) return;
    const left: Path = arrived ? restOf(rest, robot.drive.pose) : rest;
    if (outcome === 'service') {
      yield* getServiced(job);
      rest = left;
    } else if (outcome === 'stuck') {
      // The part of the stroke at the obstacle is skipped.
      robot.tools.current?.skippedPlaces.push({ x: left[0]!, y: left[1]! });
      parts.unshift(...partsOf(job, furtherAlong(left, skipM)));
      lifted = true;
      rest = parts.shift();
    } else rest = parts.shift();
    if (rest && rest.length < 4) rest = parts.shift();
  }
}

const partsOf = ({ robot }: Job, stroke: Path): Path[] =>
  stroke.length < 4 ? [] : partsAround(stroke, robot.tools.current?.obstacles ?? [], aroundObstacleM);

/** Drives to the start of a stroke: a short straight path with the tool down, a longer one with the tool lifted. */
function* approach(job: Job, start: Point, lifted: boolean): Behaviour<boolean> {
  const { robot } = job;
  const { x, y } = robot.drive.pose;
  const away = Math.hypot(start.x - x, start.y - y);
  if (away < 0.03) return true;
  const path = robot.ground.route({ x, y }, start);
  if (!path) return false;
  const straight = !lifted && path.length === 4 && away < joinM && robot.run?.phase === 'CLEANING';
  const drive = { do: 'drive', path, limit: robot.cruiseMps, tool: straight, untilService: true } as const;
  const outcome = yield drive;
  if (outcome === 'service') {
    yield* getServiced(job);
    return yield* approach(job, start, lifted);
  }
  return outcome === 'done';
}

/** Drives to the station for battery, water, dust or mop, and back to the place of the interruption. */
function* getServiced(job: Job): Behaviour {
  const { robot, rules, parameters } = job;
  const needs = needsOf(robot, rules, parameters.cleaningMode);
  robot.serviceDue = () => false;
  const { x, y } = robot.drive.pose;
  robot.setToolDown(false);
  robot.setPhase('STOPPING_PARTS');
  yield* wait(partsS);
  if (!robot.dock) throw new GaveUp('BATTERY_LOW', 'no charger of its own');
  robot.orders.set(job.actionId, 'PAUSED');
  if (!(yield* serve(robot, needs, rules))) throw new GaveUp('NO_ROUTE', 'no route to the charger');
  if (needs.includes('BATTERY') && !rules.resumeAfterCharge) throw new GaveUp('BATTERY_LOW', 'not to resume');
  yield* leave(robot);
  // The action runs again before the mode changes: a paused action in a cleaning mode would look like a pause by a user.
  robot.orders.set(job.actionId, 'RUNNING');
  robot.setMode(cleaningModeOf(job));
  robot.setPhase('HEADING_TO_AREA');
  yield* goTo(robot, { x, y });
  yield* startParts(job);
  robot.serviceDue = () => needsOf(robot, rules, parameters.cleaningMode).length > 0;
}

/** Plans the rest again after new forbidden zones; painted cells stay painted. */
function replan(job: Job) {
  const { robot, polygon, parameters } = job;
  const { x, y } = robot.drive.pose;
  const done = job.work.canvas.coverage?.passes;
  job.groundVersion = robot.groundVersion;
  job.work = robot.ground.plan({
    polygon,
    pattern: patternOf(parameters.pattern),
    overlapM: robot.settings.overlap,
    from: { x, y },
    done,
  });
  job.area.plannedM2 = job.work.plannedM2;
  robot.tools.use(toolOf(job));
  robot.progress = {
    actionId: job.actionId,
    from: { x, y },
    repetition: parameters.repetitions - 1,
    stroke: 0,
    rest: true,
    passes: '',
  };
}

function finish({ robot, actionId, parameters }: Job) {
  const skipped = isSkipped(robot, actionId);
  const area = closeArea(robot, skipped ? 'STOPPED' : undefined);
  if (!area) return;
  const coverage = area.plannedM2 > 0 ? Math.min(1, area.cleanedM2 / area.plannedM2) : 0;
  const result = {
    plannedM2: area.plannedM2,
    cleanedM2: area.cleanedM2,
    coverage,
    passes: parameters.repetitions,
    ...(skipped && { skipped }),
  };
  robot.orders.set(
    actionId,
    'FINISHED',
    JSON.stringify(result, (_, v: unknown) => (typeof v === 'number' ? Math.round(v * 1000) / 1000 : v)),
  );
}
