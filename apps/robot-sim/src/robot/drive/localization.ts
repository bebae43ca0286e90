import { distance, isFreeAt, turnBetween, type Point, type Pose } from '@sweepline/map-core';
import { resolve } from '../body/fault-effects.ts';
import type { Robot } from '../robot.ts';
import type { World } from '../../world/world.ts';

/** Loss of scan score per metre and per radian between the given and the true pose. */
const perMetre = 0.25;
const perRadian = 0.4;
const best = 0.97;
/** The score of a pose inside a wall or outside the map. */
const scoreOffFloor = 0.1;
const scoreOnFloor = 0.93;
const bodyRadiusM = 0.25;
/** The score below which a robot rejects a pose (docs/protocol/maps.md#relocation). */
const minAcceptedScore = 0.6;

/** The match of the robot's scan with a given pose; it falls with the distance from the true pose. */
export function scoreOf(truth: Pose, pose: Pose): number {
  const metres = Math.hypot(pose.x - truth.x, pose.y - truth.y);
  const radians = Math.abs(turnBetween(truth.theta, pose.theta));
  return Math.max(0.05, best - perMetre * metres - perRadian * radians);
}

/** Whether a pose is on a dock: closer than 0.3 m. */
export const standsOn = (pose: Pose, dock: Point) => distance(pose, dock) < 0.3;

/**
 * Sets the robot's pose by hand. If the pose is close enough, the scan matches the true pose, which ends a relocation. Else
 * the robot reports the given pose (`unconfirmedPose`) with a low score.
 */
export function localizeAt(robot: Robot, pose: Pose) {
  // A vehicle without a scanner accepts every pose.
  if (!robot.spec.cleaner) return acceptPose(robot, pose);
  robot.localizationScore = scoreOf(robot.drive.pose, pose);
  const { mapId } = robot.world;
  robot.unconfirmedPose = robot.localizationScore < minAcceptedScore ? { ...pose, mapId } : undefined;
  reportPose(robot);
}

/**
 * Sets the pose of a robot that was carried to another floor. A simulated robot has no true pose there, so every pose on
 * free floor is accepted. With another pose it keeps its present map.
 */
export function localizeOnFloor(robot: Robot, pose: Pose, floor: World, switchFloor: () => void) {
  const { mapId } = floor;
  if (hasRoom(floor, pose)) {
    switchFloor();
    Object.assign(robot.drive.pose, pose);
    robot.unconfirmedPose = undefined;
    robot.localizationScore = scoreOnFloor;
  } else {
    robot.localizationScore = scoreOffFloor;
    robot.unconfirmedPose = { ...pose, mapId };
  }
  reportPose(robot);
}

/** A person pushes the robot to another place of its map. */
export function carryTo(robot: Robot, pose: Pose) {
  Object.assign(robot.drive.pose, pose);
  robot.power.carryAway();
  robot.events.changed();
}

/** Whether the floor is free under the robot's body. */
const hasRoom = ({ grid }: World, { x, y }: Pose): boolean =>
  [-bodyRadiusM, 0, bodyRadiusM].every((dx) =>
    [-bodyRadiusM, 0, bodyRadiusM].every((dy) => isFreeAt(grid, x + dx, y + dy)),
  );

/** An accepted pose ends the relocation. */
function reportPose(robot: Robot) {
  if (!robot.unconfirmedPose) {
    robot.relocating = false;
    resolve(robot, '40101');
  }
  robot.events.mode();
  robot.events.changed();
}

function acceptPose(robot: Robot, pose: Pose) {
  Object.assign(robot.drive.pose, pose);
  robot.power.carryAway();
  robot.localizationScore = robot.ground.mayStand(pose.x, pose.y) ? 0.93 : 0.4;
}
