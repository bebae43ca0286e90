import type { ModuleCommand } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { Car } from './car.ts';

const ride = { commandId: '01900000-0000-4000-8000-000000000001', ttlS: 10, elevatorId: 'A', carId: 'A' };
let seq = 0;
const command = (body: object, rideId = 'ride-1') =>
  ({ ...ride, rideId, seq: ++seq, ...body }) as ModuleCommand;
const reserve = (rideId?: string) => command({ type: 'reserve', from: '0', to: '2' }, rideId);
const call = (floor: string) => command({ type: 'call', floor });
const aCar = () =>
  new Car({ elevatorId: 'A', carId: 'A', floors: ['0', '1', '2'], doors: ['FRONT', 'REAR'] });

function run(car: Car, seconds: number, isDone: () => boolean = () => false): void {
  for (let t = 0; t < seconds && !isDone(); t += 0.1) {
    const { motion, doors } = car.state();
    if (motion !== 'STOPPED') expect(doors).toEqual({ FRONT: 'CLOSED', REAR: 'CLOSED' });
    car.step(0.1);
  }
}

test('a reserved car drives with closed doors, opens at its floor and stays open', () => {
  const car = aCar();
  expect(car.take(reserve())).toBeUndefined();
  expect(car.take(call('2'))).toBeUndefined();
  run(car, 20, () => car.state().doors.FRONT === 'OPEN');
  expect(car.state()).toMatchObject({ floor: '2', motion: 'STOPPED', mode: 'ROBOT' });
  run(car, 15);
  expect(car.state().doors.FRONT).toBe('OPEN');
  // Repeated while the door is open, the call changes nothing.
  expect(car.take(call('2'))).toBeUndefined();
  expect(car.state().doors.FRONT).toBe('OPEN');
});

test('one ride has the car at a time, and its lease ends by itself', () => {
  const car = aCar();
  expect(car.take(call('1'))).toBe('NO_LEASE');
  car.take(reserve());
  expect(car.take(reserve('ride-2'))).toBe('LEASED');
  // The release of another ride changes nothing.
  expect(car.take(command({ type: 'release' }, 'ride-2'))).toBeUndefined();
  expect(car.state().lease?.rideId).toBe('ride-1');
  run(car, 31);
  expect(car.state()).toMatchObject({ lease: null, mode: 'NORMAL' });
  expect(car.take(reserve('ride-2'))).toBeUndefined();
});

test('the fire service takes the car from its ride, and no command moves it', () => {
  const car = aCar();
  car.take(reserve());
  car.take(call('2'));
  run(car, 20, () => car.state().floor === '2');
  car.setMode('FIRE');
  expect(car.state().lease).toBeNull();
  expect(car.take(reserve())).toBe('MODE');
  run(car, 30);
  expect(car.state()).toMatchObject({ floor: '0', doors: { FRONT: 'OPEN' }, mode: 'FIRE' });
});

test('a command that comes after a newer one of its ride changes nothing', () => {
  const car = aCar();
  car.take(reserve());
  const late = call('0');
  car.take(call('2'));
  run(car, 20, () => car.state().floor === '2');
  expect(car.take(late)).toBe('LATE');
  run(car, 20);
  expect(car.state().floor).toBe('2');
});
