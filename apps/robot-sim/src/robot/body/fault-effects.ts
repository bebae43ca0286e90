import type { AlarmCode } from '@sweepline/contract/robot';
import { dockingFault, batteryEmptyFault, faultKindOf, type FaultKind } from './faults.ts';
import type { Robot } from '../robot.ts';

/** Distance from the robot's centre at which it stops for an obstacle. */
const aheadM = 0.6;

const round = (metres: number) => Math.round(metres * 1000) / 1000;

function refsOf({ run, world, drive }: Robot, part?: string) {
  const { x, y } = drive.pose;
  const place = { mapId: world.mapId, x: round(x), y: round(y) };
  return { ...(run ? { runId: run.runId } : {}), ...place, ...(part ? { part } : {}) };
}

/** Applies a fault that began: raises its alarm. */
export function faultBegan(robot: Robot, { code, part }: FaultKind) {
  robot.alarms.raise(code, refsOf(robot, part));
  robot.events.mode();
}

export function faultEnded(robot: Robot, { code, part }: FaultKind) {
  robot.alarms.clear(code, part);
  if (code === batteryEmptyFault.code) moveToCharger(robot);
  if (code === '40202') driveAroundObstacle(robot);
  robot.events.mode();
  robot.events.changed();
}

/** After a long blockage the robot continues around the obstacle. */
function driveAroundObstacle({ activity, drive, tools }: Robot) {
  const { current: tool } = tools;
  const { doing } = activity;
  if (!tool || doing?.do !== 'drive' || !doing.stroke) return;
  const { x, y, theta } = drive.pose;
  tool.obstacles.push({ x: x + aheadM * Math.cos(theta), y: y + aheadM * Math.sin(theta) });
  activity.end('stuck');
}

/** The battery is empty: the robot stands until a person moves it to its charger. */
export function batteryEmpty(robot: Robot) {
  if (robot.faults.begin(batteryEmptyFault)) faultBegan(robot, batteryEmptyFault);
}

function moveToCharger(robot: Robot) {
  if (robot.orders.active) robot.giveUp('OPERATOR_MOVED');
  const { dock } = robot;
  if (dock) [robot.drive.pose.x, robot.drive.pose.y, robot.drive.pose.theta] = [dock.x, dock.y, dock.theta];
  if (dock) robot.power.dock();
  else robot.power.carryAway();
  robot.rest();
  // A vehicle without its own charger is plugged in where it stands.
  robot.power.charge();
}

/** Docking failed three times: a person must help. */
export function dockingFailed(robot: Robot) {
  if (robot.faults.begin(dockingFault)) faultBegan(robot, dockingFault);
}

/** Begins a fault at once. */
export function breakDown(robot: Robot, code: string) {
  const kind = faultKindOf(code);
  if (kind && robot.faults.begin(kind)) faultBegan(robot, kind);
}

/** Ends a fault before its time. */
export function resolve(robot: Robot, code: string) {
  const kind = robot.faults.resolve(code);
  if (kind) faultEnded(robot, kind);
}

/** Raises or clears an alarm with its condition. */
export function warn(robot: Robot, code: AlarmCode, condition: boolean) {
  if (condition !== robot.alarms.has(code))
    robot.alarms.setActive(code, condition, condition ? refsOf(robot) : {});
}
