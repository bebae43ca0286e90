import type { ActionV3, CleanAreaParameters } from '@sweepline/contract/robot';
import type { Point } from '@sweepline/map-core';
import { partsAround } from '../motion/around.ts';
import { furtherAlong, restOf } from '../motion/partial-path.ts';
import type { Path } from '../motion/route.ts';
import { GaveUp, wait, type Behaviour } from './activity.ts';
import { closeArea } from './world/close-area.ts';
import { areaAsked, patternOf, recordOf, workAsked } from './world/areas-ahead.ts';
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
/** What is left out of a stroke where something stands in the way. */
const skipM = 0.25;
/** How far the middle of the robot keeps from it. */
const aroundObstacleM = 0.85;

/** One `cleanArea` action, from the way there to its end. */
interface Job {
  robot: Robot;
  actionId: string;
  wanted: CleanAreaParameters;
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

/** Cleans an area (2.5): heads there, starts the parts, cleans it as often as asked, and stops the parts. */
export function* cleanArea(robot: Robot, action: ActionV3): Behaviour {
  const job = begin(robot, action);
  const { work, actionId } = job;
  robot.tool = toolOf(job);
  robot.setMode(cleaningModeOf(job));
  robot.setPhase('HEADING_TO_AREA');
  const [first] = work.strokes;
  if (!first || !(yield* goTo(robot, { x: first[0]!, y: first[1]! }))) {
    throw new GaveUp('NO_ROUTE', 'no way to the area');
  }
  robot.book.set(actionId, 'INITIALIZING');
  yield* startParts(job);
  yield* cleanAll(job);
  robot.setPhase('STOPPING_PARTS');
  robot.toolDown = false;
  yield* wait(partsS);
  finish(job);
}

const toolOf = ({ robot, wanted, polygon, work }: Job): Tool => ({
  cleaningMode: wanted.cleaningMode,
  strength: wanted.strength,
  area: areaKey(polygon),
  work,
  repetitions: wanted.repetitions,
  soc: { min: wanted.minSoc, resume: wanted.resumeSoc },
  obstacles: robot.tool?.obstacles ?? [],
  leftOut: robot.tool?.leftOut ?? [],
});

/** Every stroke, as often as asked. New forbidden zones make a new plan of what is left. */
function* cleanAll(job: Job): Behaviour {
  const { robot, wanted } = job;
  while (!isSkipped(robot, job.actionId)) {
    if (job.groundVersion !== robot.groundVersion) replan(job);
    const progress = robot.progress!;
    const stroke = job.work.strokes[progress.stroke];
    if (stroke) {
      yield* clean(job, stroke);
      strokeDone(robot);
      progress.stroke++;
    } else if (++progress.repetition < wanted.repetitions) {
      progress.stroke = 0;
    } else {
      return;
    }
  }
}

function begin(robot: Robot, action: ActionV3): Job {
  const { actionId } = action;
  const asked = areaAsked(robot, action);
  const { wanted, polygon } = asked;
  const known = robot.progress?.actionId === actionId ? robot.progress : undefined;
  const { x, y } = robot.drive.pose;
  const progress = known ?? { actionId, from: { x, y }, repetition: 0, stroke: 0, rest: false, passes: '' };
  const passes = progress.passes ? unpacked(progress.passes) : undefined;
  if (progress.rest) progress.stroke = 0;
  robot.progress = progress;
  const work = robot.ground.plan({
    ...workAsked(robot, asked, progress.from),
    ...(progress.rest && { done: passes, restOnly: false }),
  });
  if (passes) work.canvas.restore(passes);
  const area = recordOf(robot, asked, work.plannedM2);
  const { run } = robot;
  if (run) run.ahead = run.ahead.filter((it) => it.actionId !== actionId);
  run?.areas.push(area);
  const { minSoc, resumeSoc, resumeAfterCharge } = wanted;
  const rules = { minSoc, resumeSoc, resumeAfterCharge, replenish: wanted.replenish !== 'NEVER' };
  return { robot, actionId, wanted, polygon, rules, area, work, groundVersion: robot.groundVersion };
}

function* startParts(job: Job): Behaviour {
  job.robot.setPhase('STARTING_PARTS');
  yield* wait(partsS);
  job.robot.book.set(job.actionId, 'RUNNING');
  job.robot.setMode(cleaningModeOf(job));
  job.robot.setPhase('CLEANING');
}

/** One stroke, with the way to it; interrupted as often as the robot must look after itself. */
function* clean(job: Job, stroke: Path): Behaviour {
  const { robot } = job;
  robot.serviceDue = () => needsOf(robot, job.rules, job.wanted.cleaningMode).length > 0;
  const parts = partsOf(job, stroke);
  // Between the parts of a stroke something stands that must not be run over with the brushes down.
  let lifted = parts.length > 1;
  for (let rest = parts.shift(); rest;) {
    const there = yield* approach(job, { x: rest[0]!, y: rest[1]! }, lifted);
    const drive = { path: rest, limit: robot.cruiseMps, tool: true, stroke: true, untilService: true };
    const outcome = there ? yield { do: 'drive', ...drive } : 'stuck';
    if (job.groundVersion !== robot.groundVersion || isSkipped(robot, job.actionId)) return;
    const left: Path = there ? restOf(rest, robot.drive.pose) : rest;
    if (outcome === 'service') {
      yield* interrupted(job);
      rest = left;
    } else if (outcome === 'stuck') {
      // What stands in the way is left out.
      robot.tool?.leftOut.push({ x: left[0]!, y: left[1]! });
      parts.unshift(...partsOf(job, furtherAlong(left, skipM)));
      lifted = true;
      rest = parts.shift();
    } else rest = parts.shift();
    if (rest && rest.length < 4) rest = parts.shift();
  }
}

const partsOf = ({ robot }: Job, stroke: Path): Path[] =>
  stroke.length < 4 ? [] : partsAround(stroke, robot.tool?.obstacles ?? [], aroundObstacleM);

/** To the start of a stroke: a short clear way with the tool down, a longer one with the tool lifted. */
function* approach(job: Job, start: Point, lifted: boolean): Behaviour<boolean> {
  const { robot } = job;
  const { x, y } = robot.drive.pose;
  const away = Math.hypot(start.x - x, start.y - y);
  if (away < 0.03) return true;
  const path = robot.ground.route({ x, y }, start);
  if (!path) return false;
  const straight = !lifted && path.length === 4 && away < joinM && robot.run?.phase === 'CLEANING';
  const way = { do: 'drive', path, limit: robot.cruiseMps, tool: straight, untilService: true } as const;
  const outcome = yield way;
  if (outcome === 'service') {
    yield* interrupted(job);
    return yield* approach(job, start, lifted);
  }
  return outcome === 'done';
}

/** Battery, water, dust or mop: off to the station and back to where it stopped. */
function* interrupted(job: Job): Behaviour {
  const { robot, rules, wanted } = job;
  const needs = needsOf(robot, rules, wanted.cleaningMode);
  robot.serviceDue = () => false;
  const { x, y } = robot.drive.pose;
  robot.toolDown = false;
  robot.setPhase('STOPPING_PARTS');
  yield* wait(partsS);
  robot.book.set(job.actionId, 'PAUSED');
  if (!(yield* serve(robot, needs, rules))) throw new GaveUp('NO_ROUTE', 'no way to the charger');
  if (needs.includes('BATTERY') && !rules.resumeAfterCharge) throw new GaveUp('BATTERY_LOW', 'not to resume');
  yield* leave(robot);
  // At its work again before its mode says so: waiting in a working mode is what a pause looks like (2.6).
  robot.book.set(job.actionId, 'RUNNING');
  robot.setMode(cleaningModeOf(job));
  robot.setPhase('HEADING_TO_AREA');
  yield* goTo(robot, { x, y });
  yield* startParts(job);
  robot.serviceDue = () => needsOf(robot, rules, wanted.cleaningMode).length > 0;
}

/** New forbidden zones: the rest is planned again, and what is painted stays painted. */
function replan(job: Job) {
  const { robot, polygon, wanted } = job;
  const { x, y } = robot.drive.pose;
  const done = job.work.canvas.coverage?.passes;
  job.groundVersion = robot.groundVersion;
  job.work = robot.ground.plan({
    polygon,
    pattern: patternOf(wanted.pattern),
    overlapM: robot.settings.overlap,
    from: { x, y },
    done,
  });
  job.area.plannedM2 = job.work.plannedM2;
  robot.tool = toolOf(job);
  robot.progress = {
    actionId: job.actionId,
    from: { x, y },
    repetition: wanted.repetitions - 1,
    stroke: 0,
    rest: true,
    passes: '',
  };
}

function finish({ robot, actionId, wanted }: Job) {
  const skipped = isSkipped(robot, actionId);
  const area = closeArea(robot, skipped ? 'STOPPED' : undefined);
  if (!area) return;
  const coverage = area.plannedM2 > 0 ? Math.min(1, area.cleanedM2 / area.plannedM2) : 0;
  const result = {
    plannedM2: area.plannedM2,
    cleanedM2: area.cleanedM2,
    coverage,
    passes: wanted.repetitions,
    ...(skipped && { skipped }),
  };
  robot.book.set(
    actionId,
    'FINISHED',
    JSON.stringify(result, (_, v: unknown) => (typeof v === 'number' ? Math.round(v * 1000) / 1000 : v)),
  );
}
