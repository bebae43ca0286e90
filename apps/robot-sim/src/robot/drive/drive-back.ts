import type { DeviceMode } from '@sweepline/contract/robot';
import type { Pose } from '@sweepline/map-core';
import { GaveUp, type Behaviour } from '../activity.ts';
import type { Robot } from '../robot.ts';
import { goTo } from './driving.ts';

/** What the robot did when the session began. */
export interface Interrupted {
  from: DeviceMode;
  /** The pose at which the run was interrupted; it continues from there. */
  left: Pose;
  toolDown: boolean;
}

/** Drives back to where the run was interrupted, and goes on with it. */
export function* driveBack(robot: Robot, { left, toolDown }: Interrupted, moved: boolean): Behaviour {
  const restorePath = robot.drive.setAside();
  const { driving } = robot.traffic;
  try {
    if (moved && !(yield* goTo(robot, left))) throw new GaveUp('OPERATOR_MOVED', 'no route back');
    yield { do: 'turn', theta: left.theta };
  } finally {
    restorePath();
    robot.setToolDown(toolDown);
    robot.traffic.setDriving(driving);
  }
}
