import type { Pose } from '@sweepline/map-core';
import type { World } from '../../world/world.ts';
import type { Behaviour } from '../activity.ts';
import { leave } from '../body/servicing.ts';
import type { Robot } from '../robot.ts';
import { goTo, standableNear } from './driving.ts';
import { localizeOnFloor } from './localization.ts';
import type { Ride } from './ride.ts';

/** The other floors of the robot's maps. */
export interface Floors {
  floorOf(mapId: string): World | undefined;
  switchTo(mapId: string): void;
}

/** Limits of a robot: docs/protocol/orders.md#elevator-rides. */
const limitsMs = { WAITING: 300_000, RIDING: 300_000 } as const;
const throughDoorMps = 0.4;
/** How often a robot that was sent back at the door asks again. */
const tries = 2;

function* straight(robot: Robot, to: Pose, backwards = false): Behaviour {
  const { x, y } = robot.drive.pose;
  yield {
    do: 'drive',
    path: Float64Array.of(x, y, to.x, to.y),
    limit: throughDoorMps,
    backwards,
    unguarded: true,
  };
}

/** Waits at the call point, drives into the car, rides and drives out on the other floor. */
function* through(robot: Robot, ride: Ride, floors: Floors): Behaviour {
  const { plan } = ride;
  if (robot.power.docked) yield* leave(robot);
  if (!(yield* goTo(robot, standableNear(robot, plan.call, 0.5)))) return ride.set('FAILED', 'NO_ROUTE');
  for (let attempt = 0; ; attempt++) {
    if (!(yield* enter(robot, ride))) return;
    if (ride.status === 'RIDING') break;
    if (attempt === tries) return ride.set('FAILED', 'LIFT_TIMEOUT');
  }
  yield {
    do: 'until',
    holds: () => ride.mayPass(plan.toFloor) || ride.statusAgeMs > limitsMs.RIDING,
  };
  if (!ride.mayPass(plan.toFloor)) {
    robot.alarms.raise('60102');
    return ride.set('FAILED', 'LIFT_TIMEOUT');
  }
  // In the doorway it finishes its movement, whatever it hears.
  robot.sounds.say('LIFT_LEAVE');
  ride.set('EXITING');
  yield* straight(robot, plan.entry, true);
  ride.set('EXITED');
  const floor = floors.floorOf(plan.exitMapId);
  if (floor) localizeOnFloor(robot, plan.exit, floor, () => floors.switchTo(plan.exitMapId));
  if (robot.world.mapId !== plan.exitMapId) return ride.set('FAILED', 'RELOCALISE');
  yield { do: 'until', holds: () => ride.statusAgeMs > 1_000 };
  ride.set('FINISHED');
}

/** One try to enter. False if the ride ended; a robot that was sent back stands at the call point again. */
function* enter(robot: Robot, ride: Ride): Behaviour<boolean> {
  const { plan } = ride;
  ride.set('WAITING');
  ride.isRequested = true;
  yield { do: 'turn', theta: plan.inside.theta };
  yield {
    do: 'until',
    holds: () =>
      ride.mayPass(plan.fromFloor) || ride.grant === 'DENIED' || ride.statusAgeMs > limitsMs.WAITING,
  };
  if (!ride.mayPass(plan.fromFloor)) {
    ride.set('FAILED', ride.grant === 'DENIED' ? 'LIFT_DENIED' : 'LIFT_TIMEOUT');
    return false;
  }
  robot.sounds.say('LIFT_ENTER');
  ride.set('ENTERING');
  yield* straight(robot, plan.entry);
  if (!ride.mayPass(plan.fromFloor)) {
    yield* straight(robot, plan.call, true);
    return true;
  }
  yield* straight(robot, plan.inside);
  ride.set('RIDING');
  return true;
}

/** Starts a ride. It is no order: the robot reports it with messages of its own. */
export function startRide(robot: Robot, ride: Ride, floors: Floors): void {
  robot.ride = ride;
  robot.activity.start(
    (function* () {
      robot.setMode('NAVIGATION');
      try {
        yield* through(robot, ride, floors);
      } finally {
        if (!ride.hasEnded) ride.set('FAILED', 'USER_CANCELED');
      }
      robot.rest();
    })(),
  );
}
