import type { AlarmCode } from '@sweepline/contract/robot';
import { dockingFault, type FaultKind } from './faults.ts';
import type { Robot } from './robot.ts';

const round = (metres: number) => Math.round(metres * 1000) / 1000;

function refsOf({ run, world, drive }: Robot, part?: string) {
  const { x, y } = drive.pose;
  const place = { mapId: world.mapId, x: round(x), y: round(y) };
  return { ...(run ? { runId: run.runId } : {}), ...place, ...(part ? { part } : {}) };
}

/** A fault has begun: it is told, and the robot does what its kind says. */
export function hit(robot: Robot, { code, part }: FaultKind) {
  robot.alarms.raise(code, refsOf(robot, part));
  robot.news.mode();
}

export function over(robot: Robot, { code, part }: FaultKind) {
  robot.alarms.clear(code, part);
  robot.news.mode();
  robot.news.changed();
}

/** Three times it could not get into its charger: a person has to come. */
export function dockingFailed(robot: Robot) {
  if (robot.faults.begin(dockingFault)) hit(robot, dockingFault);
}

/** Somebody puts a fault right before it ends by itself. */
export function resolve(robot: Robot, code: AlarmCode) {
  const kind = robot.faults.resolve(code);
  if (kind) over(robot, kind);
}

/** An alarm that stands as long as a condition does. */
export function warn(robot: Robot, code: AlarmCode, condition: boolean) {
  if (condition !== robot.alarms.has(code))
    robot.alarms.hold(code, condition, condition ? refsOf(robot) : {});
}
