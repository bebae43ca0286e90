import type { AlarmCode } from '@sweepline/contract/robot';
import { dockingFault, flatFault, type FaultKind } from './faults.ts';
import type { Robot } from '../robot.ts';

/** Metres before a robot's middle at which it stops for what is in its way. */
const aheadM = 0.6;

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
  if (code === flatFault.code) carryHome(robot);
  if (code === '40202') goRound(robot);
  robot.news.mode();
  robot.news.changed();
}

/** Something stood in the way for so long that the robot cleans on round it. */
function goRound({ activity, drive, tool }: Robot) {
  const { doing } = activity;
  if (!tool || doing?.do !== 'drive' || !doing.stroke) return;
  const { x, y, theta } = drive.pose;
  tool.obstacles.push({ x: x + aheadM * Math.cos(theta), y: y + aheadM * Math.sin(theta) });
  activity.end('stuck');
}

/** The battery is empty: the robot stands until somebody pushes it to its charger. */
export function wentFlat(robot: Robot) {
  if (robot.faults.begin(flatFault)) hit(robot, flatFault);
}

function carryHome(robot: Robot) {
  if (robot.book.active) robot.giveUp('OPERATOR_MOVED');
  const { dock } = robot;
  if (dock) [robot.drive.pose.x, robot.drive.pose.y, robot.drive.pose.theta] = [dock.x, dock.y, dock.theta];
  robot.docked = dock !== undefined;
  robot.rest();
  // A vehicle without a charger of its own is plugged in where it stands.
  robot.battery.charging = true;
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
