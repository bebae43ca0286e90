import type { XLift } from '@sweepline/contract/robot';
import { createGrid, FREE } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { aComputer } from '../../test-kit/computers.ts';
import { noElements, type World } from '../../world/world.ts';
import { newId } from '../ids.ts';
import { Ride } from './ride.ts';
import { startRide } from './riding.ts';

function aHall(name: string): World {
  const grid = createGrid({ width: 280, height: 160, resolution: 0.05, originX: 0, originY: 0 }, FREE);
  const dock = { id: `dock of ${name}`, type: 'CHARGING', name: 'Dock', x: 12, y: 4, theta: 0 };
  return { mapId: newId(), mapVersion: '1', name, grid, elements: { ...noElements(), points: [dock] } };
}

/** A robot that begins a ride from one hall to another, and the words about its car. */
function aRide() {
  const [home, upstairs] = [aHall('Home'), aHall('Upstairs')];
  const { computer, advance } = aComputer('J30', 1, { mtbfH: Infinity, speedup: 1, floor: home });
  const { robot } = computer;
  advance(5);
  const at = (x: number) => ({ x, y: 4, theta: Math.PI });
  const plan = {
    rideId: newId(),
    liftId: 'A',
    fromFloor: '0',
    toFloor: '1',
    call: at(3.2),
    entry: at(2.2),
    inside: at(1.2),
    exitMapId: upstairs.mapId,
    exit: { x: 2.2, y: 4, theta: 0 },
  };
  const ride = new Ride(plan, () => Date.parse(robot.timestamp()));
  const switchTo = () => void (robot.world = upstairs);
  startRide(robot, ride, { floorOf: (id) => (id === upstairs.mapId ? upstairs : undefined), switchTo });
  let seq = 0;
  const say = (changes: Partial<XLift>) => {
    const serverTime = robot.timestamp();
    const leaseExpiry = new Date(Date.parse(serverTime) + 25_000).toISOString();
    const car = { liftId: 'A', carId: 'A', currentFloor: '0', motion: 'STOPPED', leaseExpiry, serverTime };
    const word = { grant: 'GRANTED', door: 'OPEN', liftMode: 'ROBOT', ...car, ...changes };
    ride.receive({ rideId: plan.rideId, seq: ++seq, ...word } as XLift);
  };
  const until = (isDone: () => boolean, changes?: Partial<XLift>) => {
    for (let s = 0; s < 200 && !isDone(); s++) {
      if (changes) say(changes);
      advance(1);
    }
  };
  return { robot, ride, until, upstairs };
}

test('a robot waits for its car, rides and stands on the map of the other floor', () => {
  const { robot, ride, until, upstairs } = aRide();
  until(() => ride.isRequested);
  expect(ride.due()).toMatchObject({ body: { event: 'REQUEST', status: 'WAITING' } });
  until(() => ride.status === 'ENTERING', { door: 'OPENING' });
  expect(ride.status).toBe('WAITING');
  until(() => ride.status === 'RIDING', {});
  expect([ride.status, Math.round(robot.drive.pose.x * 10)]).toEqual(['RIDING', 12]);
  until(() => ride.hasEnded, { currentFloor: '1' });
  expect([ride.status, ride.code, robot.world.mapId]).toEqual(['FINISHED', '', upstairs.mapId]);
});

test('a robot that loses its car before it has crossed the door backs out and asks again', () => {
  const { robot, ride, until } = aRide();
  until(() => ride.status === 'ENTERING', {});
  until(() => ride.status === 'WAITING', { grant: 'REVOKED' });
  expect([ride.status, Math.round(robot.drive.pose.x * 10)]).toEqual(['WAITING', 32]);
  until(() => ride.hasEnded, { grant: 'DENIED' });
  expect([ride.status, ride.code]).toEqual(['FAILED', 'LIFT_DENIED']);
});
