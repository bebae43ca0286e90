import { GaveUp, type Doing } from './activity.ts';
import type { Robot } from './robot.ts';

/** Seconds without progress after which the robot counts as stuck. */
const stuckAfterS = 2;
/** Metres per second with a fault that slows. */
const slowedMps = 0.25;
const anywhere = () => true;

/** Executes one time step of the current activity. Returns the metres driven. */
export function act(robot: Robot, seconds: number): number {
  if (robot.teleop.open) return robot.teleop.step(seconds);
  // A robot boots whatever is out of order; it drives nowhere meanwhile.
  const boots = robot.mode === 'INITIALIZING' && !robot.orders.active;
  if (robot.immobile && !boots) {
    robot.drive.brake();
    return 0;
  }
  try {
    const doing = robot.activity.now((begun) => begin(robot, begun));
    if (doing) return go(robot, doing, seconds);
    // Without this a stopped robot keeps its speed and refuses every command that needs it to stand.
    robot.drive.brake();
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof GaveUp)) throw thrown;
    robot.giveUp(thrown.code);
    return 0;
  }
}

function begin(robot: Robot, doing: Doing) {
  robot.traffic.setDriving(doing.do === 'drive' || doing.do === 'turn');
  if (doing.do !== 'drive') return;
  robot.drive.follow(doing.path, doing.limit, doing.backwards);
  const canvas = robot.tools.current?.work?.canvas;
  robot.setToolDown(doing.tool ?? false);
  if (doing.tool) canvas?.paintTo(robot.drive.pose);
  else canvas?.liftTo(robot.drive.pose);
}

function go(robot: Robot, doing: Doing, seconds: number): number {
  const { activity, drive } = robot;
  switch (doing.do) {
    case 'wait':
      if (activity.waited(seconds)) activity.end('done');
      return 0;
    case 'until':
      if (doing.holds()) activity.end('done');
      return 0;
    case 'turn':
      if (drive.turnTo(doing.theta)) activity.end('done');
      return 0;
    case 'drive':
      return follow(robot, doing);
  }
}

function follow(robot: Robot, doing: Extract<Doing, { do: 'drive' }>): number {
  const { activity, drive, ground } = robot;
  if (doing.untilService && robot.serviceDue()) {
    if (drive.brake()) activity.end('service');
    return 0;
  }
  drive.limit = Math.min(doing.limit, robot.traffic.limitMps, robot.faults.slows ? slowedMps : Infinity);
  const drivenM = drive.step(doing.unguarded ? anywhere : ground.mayStray);
  if (doing.tool) robot.tools.current?.work?.canvas.paintTo(drive.pose);
  if (drive.arrived) activity.end('done');
  else if (drive.stuckS > stuckAfterS) activity.end('stuck');
  return drivenM;
}
