import type { Point, Pose } from '@sweepline/map-core';
import { dockingFailed, warn } from '../body/fault-effects.ts';
import type { MapPoint } from '../../world/world.ts';
import { wait, type Behaviour } from '../activity.ts';
import type { Robot } from '../robot.ts';

/** Metres in front of a charger from which a robot drives straight in. */
const approachM = 0.8;
const dockingMps = 0.2;
const docksAtOnce = 0.95;
/** Seconds from a charger's front into it. */
export const dockingS = 20;

/** Drives there by itself. False when there is no way, or something stands in it and stays. */
export function* goTo(robot: Robot, to: Point, limitMps = Infinity): Behaviour<boolean> {
  for (let tries = 0; tries < 4; tries++) {
    const path = robot.ground.route(robot.drive.pose, to);
    if (!path) {
      warn(robot, '40201', true);
      return false;
    }
    warn(robot, '40201', false);
    const limit = Math.min(robot.cruiseMps, limitMps);
    if ((yield { do: 'drive', path, limit }) === 'done') return true;
    yield* wait(2);
  }
  return false;
}

/** Where a robot stands before it drives into a charger. */
export const frontOf = (dock: Pose): Pose => ({
  x: dock.x - approachM * Math.cos(dock.theta),
  y: dock.y - approachM * Math.sin(dock.theta),
  theta: dock.theta,
});

/** Backs out of the charger the robot stands in. */
export function* undock(robot: Robot): Behaviour {
  if (!robot.docked) return;
  robot.battery.charging = false;
  robot.docked = false;
  robot.news.changed();
  const { x, y, theta } = robot.drive.pose;
  const front = frontOf({ x, y, theta });
  const path = Float64Array.of(x, y, front.x, front.y);
  yield { do: 'drive', path, limit: dockingMps, backwards: true, unguarded: true };
}

/** The way to a charger's front, before the docking proper. */
export const goToDock = (robot: Robot, dock: MapPoint) => goTo(robot, frontOf(dock));

/** Drives into the charger. It works nearly always; after three failures a person has to help, then it tries again. */
export function* driveIn(robot: Robot, dock: MapPoint): Behaviour {
  for (let failures = 0; ;) {
    const front = frontOf(dock);
    yield { do: 'turn', theta: dock.theta };
    const { x, y } = robot.drive.pose;
    const way = Float64Array.of(x, y, dock.x, dock.y);
    yield { do: 'drive', path: way, limit: dockingMps, unguarded: true };
    yield { do: 'turn', theta: dock.theta };
    if (robot.random() < docksAtOnce) break;
    const back = Float64Array.of(dock.x, dock.y, front.x, front.y);
    yield { do: 'drive', path: back, limit: dockingMps, backwards: true, unguarded: true };
    if (++failures === 3) {
      failures = 0;
      dockingFailed(robot);
      yield* wait(1);
    }
  }
  robot.docked = true;
  robot.news.changed();
}

/** The node's place, or the nearest to it within the allowed deviation where the robot can stand. */
export function standableNear(robot: Robot, at: Point, within: number): Point {
  if (robot.ground.mayStand(at.x, at.y)) return at;
  for (let r = 0.1; r <= Math.max(within, 0.5); r += 0.1) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn * Math.PI) / 8;
      const [x, y] = [at.x + r * Math.cos(angle), at.y + r * Math.sin(angle)];
      if (robot.ground.mayStand(x, y) && robot.ground.route(robot.drive.pose, { x, y })) return { x, y };
    }
  }
  return at;
}
