import { expect, test } from 'vitest';
import { accessOf } from './access.ts';

const interfaces = ['vda5050', 'uagv'];
const { ROBOT: robot, MODULE: module } = accessOf;

test('a module publishes its up topics under its own serial number only', () => {
  for (const name of ['connection', 'state', 'reply'])
    expect(module.mayPublish('L1', `building/v1/ACME/L1/${name}`, interfaces), name).toBe(true);
  for (const topic of [
    'building/v1/ACME/L2/state',
    'building/v1/ACME/l1/state',
    'building/v1/ACME/L1/command',
    'building/v2/ACME/L1/state',
    'building/v1/ACME/L1/state/x',
    'vda5050/v3/ACME/L1/state',
    'sweepline/default/bus/elevators',
  ])
    expect(module.mayPublish('L1', topic, interfaces), topic).toBe(false);
});

test('a module reads its own commands only', () => {
  for (const filter of ['building/v1/ACME/L1/command', 'building/v1/+/L1/command'])
    expect(module.maySubscribe('L1', filter, interfaces), filter).toBe(true);
  for (const filter of [
    '#',
    'building/#',
    'building/v1/#/L1/command',
    'building/v1/ACME/+/command',
    'building/v1/ACME/L1/+',
    'building/v1/ACME/L1/state',
    'vda5050/v3/ACME/L1/order',
  ])
    expect(module.maySubscribe('L1', filter, interfaces), filter).toBe(false);
  expect(module.mayReceive('L1', 'building/v1/ACME/L1/command')).toBe(true);
  expect(module.mayReceive('L1', 'building/v1/ACME/L2/command')).toBe(false);
});

test('a robot has no topic of modules, not even under its own serial number', () => {
  expect(robot.mayPublish('L1', 'building/v1/ACME/L1/state', interfaces)).toBe(false);
  expect(robot.maySubscribe('L1', 'building/v1/ACME/L1/command', interfaces)).toBe(false);
  expect(robot.mayReceive('L1', 'building/v1/ACME/L1/command')).toBe(false);
});
