import type { AlarmCode } from '@sweepline/contract/robot';
import {
  batteryEmptyFault,
  dockingFault,
  faultKindOf,
  faultPartOf,
  untilRepaired,
  type FaultKind,
} from './faults.ts';
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
export function faultBegan(robot: Robot, kind: FaultKind) {
  robot.alarms.raise(kind.code, refsOf(robot, faultPartOf(kind, robot.spec)));
  robot.events.mode();
}

export function faultEnded(robot: Robot, { code }: FaultKind) {
  // The saved alarm of an earlier version can name another part.
  const alarms = robot.alarms.active.filter((alarm) => alarm.code === code);
  for (const { refs } of alarms) robot.alarms.clear(code, refs['part']);
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
export function breakDown(robot: Robot, code: string, lastsS?: number) {
  const kind = faultKindOf(code);
  if (kind && robot.faults.begin(kind, lastsS)) faultBegan(robot, kind);
}

/** Ends a fault before its time. A fault that only a repair ends can come back. */
export function resolve(robot: Robot, code: string) {
  const fault = robot.faults.resolve(code);
  if (!fault) return;
  if (fault.leftS === untilRepaired) robot.relapses.repaired(fault.kind.code, robot.run?.runId);
  faultEnded(robot, fault.kind);
}

/** A consumable was replaced: that repairs its faults. */
export function partReplaced(robot: Robot, id: string) {
  for (const kind of robot.faults.lasting)
    if (faultPartOf(kind, robot.spec) === id) resolve(robot, kind.code);
}

/** Begins the faults that come back in this run after a repair that did not hold. */
export function relapse(robot: Robot) {
  for (const code of robot.relapses.takeDue(robot.run)) breakDown(robot, code, untilRepaired);
}

/** Raises or clears an alarm with its condition. */
export function warn(robot: Robot, code: AlarmCode, condition: boolean) {
  if (condition !== robot.alarms.has(code))
    robot.alarms.setActive(code, condition, condition ? refsOf(robot) : {});
}
