import type { Point, Pose } from '@sweepline/map-core';
import { dockingFailed, warn } from '../body/fault-effects.ts';
import type { MapPoint } from '../../world/world.ts';
import { wait, type Behaviour } from '../activity.ts';
import type { Robot } from '../robot.ts';

/** Metres in front of a charger from which a robot drives straight in. */
const approachM = 0.8;
const dockingMps = 0.2;
const dockingSuccessRate = 0.95;
/** Seconds to drive from the front of a charger into it. */
export const dockingS = 20;

/** Drives to a place. False when there is no route, or a lasting obstacle blocks it. */
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

/** The pose from which a robot drives into a charger. */
export const frontOf = (dock: Pose): Pose => ({
  x: dock.x - approachM * Math.cos(dock.theta),
  y: dock.y - approachM * Math.sin(dock.theta),
  theta: dock.theta,
});

/** Backs out of the charger. */
export function* undock(robot: Robot): Behaviour {
  if (!robot.power.docked) return;
  robot.power.undock();
  robot.events.changed();
  const { x, y, theta } = robot.drive.pose;
  const front = frontOf({ x, y, theta });
  const path = Float64Array.of(x, y, front.x, front.y);
  yield { do: 'drive', path, limit: dockingMps, backwards: true, unguarded: true };
}

/** Drives to the front of a charger, before docking. */
export const goToDock = (robot: Robot, dock: MapPoint) => goTo(robot, frontOf(dock));

/** Drives into the charger. Few attempts fail; after three failures a person must help before the next attempt. */
export function* driveIn(robot: Robot, dock: MapPoint): Behaviour {
  for (let failures = 0; ;) {
    const front = frontOf(dock);
    yield { do: 'turn', theta: dock.theta };
    const { x, y } = robot.drive.pose;
    const path = Float64Array.of(x, y, dock.x, dock.y);
    yield { do: 'drive', path, limit: dockingMps, unguarded: true };
    yield { do: 'turn', theta: dock.theta };
    if (robot.random() < dockingSuccessRate) break;
    const back = Float64Array.of(dock.x, dock.y, front.x, front.y);
    yield { do: 'drive', path: back, limit: dockingMps, backwards: true, unguarded: true };
    if (++failures === 3) {
      failures = 0;
      dockingFailed(robot);
      yield* wait(1);
    }
  }
  robot.power.dock();
  robot.sounds.say('CHARGE');
  robot.events.changed();
}

/** The node's place, or the nearest place within the allowed deviation where the robot can stand. */
export function standableNear(robot: Robot, at: Point, deviationM: number): Point {
  if (robot.ground.mayStand(at.x, at.y)) return at;
  for (let r = 0.1; r <= Math.max(deviationM, 0.5); r += 0.1) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn * Math.PI) / 8;
      const [x, y] = [at.x + r * Math.cos(angle), at.y + r * Math.sin(angle)];
      if (robot.ground.mayStand(x, y) && robot.ground.route(robot.drive.pose, { x, y })) return { x, y };
    }
  }
  return at;
}
