import { distance, turnBetween, type Point, type Pose } from '@sweepline/map-core';
import { resolve } from '../body/fault-effects.ts';
import type { Robot } from '../robot.ts';

/** What a metre and a radian between the told and the true place take from the score of its scan. */
const perMetre = 0.25;
const perRadian = 0.4;
const best = 0.97;
/** Below it a robot does not believe a place (2.9). */
const believed = 0.6;

/** How well what the robot sees fits to a place it is told: the worse, the further off that is. */
export function scoreOf(truth: Pose, told: Pose): number {
  const metres = Math.hypot(told.x - truth.x, told.y - truth.y);
  const radians = Math.abs(turnBetween(truth.theta, told.theta));
  return Math.max(0.05, best - perMetre * metres - perRadian * radians);
}

/** Whether it stands on its dock: closer than 0.3 m. */
export const standsOn = (pose: Pose, dock: Point) => distance(pose, dock) < 0.3;

/**
 * Somebody tells the robot where it is. Near enough, its scan finds the rest of the way to the true place, which ends a
 * relocation; else it tells the place it was given (`mistakenAt`), and that it is not sure.
 */
export function toldWhereItIs(robot: Robot, told: Pose) {
  // One without a scan takes what it is told.
  if (!robot.spec.cleaner) return takeAsTrue(robot, told);
  robot.localizationScore = scoreOf(robot.drive.pose, told);
  robot.mistakenAt = robot.localizationScore < believed ? told : undefined;
  if (!robot.mistakenAt) {
    robot.relocating = false;
    resolve(robot, '40101');
  }
  robot.news.mode();
  robot.news.changed();
}

function takeAsTrue(robot: Robot, told: Pose) {
  Object.assign(robot.drive.pose, told);
  robot.docked = false;
  robot.localizationScore = robot.ground.mayStand(told.x, told.y) ? 0.93 : 0.4;
}
