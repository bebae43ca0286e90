import {
  deadLetterCalls,
  elevatorCalls,
  elevatorModuleCalls,
  elevatorProjectCalls,
  elevatorTestCalls,
  errors,
} from '@sweepline/contract';
import mqtt, { type MqttClient } from 'mqtt';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, superAdmin } = people;
const server = testServer();
const program = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');

let count = 0;
/** An elevator over two floors with its module, and the secret of the module. */
async function installed() {
  const serial = `LIFT-W${++count}`;
  const site = await server.aSite();
  const project = await server.ok(elevatorProjectCalls.add, mallAdmin, {
    number: `P-${count}`,
    name: 'Tower',
    siteId: site.id,
  });
  const { module, secret } = await server.ok(elevatorModuleCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'M-1',
    serial,
    manufacturer: 'ACME',
    type: 'CONTROLLER',
  });
  const stop = (label: string) => ({ label, floorId: null, mapId: null, doors: ['FRONT' as const] });
  const elevator = await server.ok(elevatorCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'A',
    name: 'Elevator A',
    moduleId: module.id,
    cars: [{ id: 'A', name: '', doors: ['FRONT'] }],
    floors: [stop('0'), stop('1')],
  });
  return { module, secret, serial, elevator };
}

async function connected(username: string, password: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(server.gateway.mqttUrl, {
    username,
    password,
    reconnectPeriod: 0,
  });
  onTestFinished(() => void client.end(true));
  return client;
}

const stateOf = (seq: number, changes: object = {}) =>
  JSON.stringify({
    bootId: 'boot-1',
    seq,
    elevatorId: 'A',
    carId: 'A',
    floor: '0',
    doors: { FRONT: 'CLOSED' },
    motion: 'STOPPED',
    mode: 'NORMAL',
    lease: null,
    fault: null,
    ...changes,
  });

const moduleOf = (id: string) => server.ok(elevatorModuleCalls.detail, mallAdmin, { id });
const carOf = async (id: string) =>
  (await server.ok(elevatorCalls.detail, mallAdmin, { id })).carStates.at(0);
const reasonsOf = async (sn: string) =>
  (await server.ok(deadLetterCalls.list, superAdmin, { keyword: sn })).list.map(({ reason }) => reason);

test('what a module says about itself and its cars is stored, and its last will ends its connection', async () => {
  const { module, secret, serial, elevator } = await installed();
  const client = await mqtt.connectAsync(server.gateway.mqttUrl, {
    username: serial,
    password: secret,
    reconnectPeriod: 0,
    will: {
      topic: `building/v1/ACME/${serial}/connection`,
      payload: Buffer.from(JSON.stringify({ connectionState: 'CONNECTIONBROKEN' })),
      qos: 1,
      retain: true,
    },
  });
  const say = (name: string, message: string) =>
    client.publishAsync(`building/v1/ACME/${serial}/${name}`, message, { qos: 1 });
  await say('connection', JSON.stringify({ connectionState: 'ONLINE', softwareVersion: '1.4.0' }));
  expect(await moduleOf(module.id)).toMatchObject({ online: true, softwareVersion: '1.4.0' });
  await say('state', stateOf(1));
  await say('state', stateOf(3, { floor: '1', doors: { FRONT: 'OPEN' }, mode: 'VALET' }));
  // Delivered late: it is older than the stored one.
  await say('state', stateOf(2, { floor: '0' }));
  expect(await carOf(elevator.id)).toMatchObject({ floor: '1', doors: { FRONT: 'OPEN' }, mode: 'UNKNOWN' });
  // After a restart of the module its numbers begin again.
  await say('state', stateOf(0, { bootId: 'boot-2', lease: { rideId: 'ride-1', secondsLeft: 20 } }));
  expect(await carOf(elevator.id)).toMatchObject({ floor: '0', rideId: 'ride-1' });
  client.stream.destroy();
  await expect.poll(async () => (await moduleOf(module.id)).online).toBe(false);
});

test('a module has its own topics only, and what it may not say becomes a dead letter', async () => {
  const { secret, serial, elevator } = await installed();
  const other = await installed();
  await expect(connected(serial, other.secret)).rejects.toThrow();
  const client = await connected(serial, secret);
  const say = (topic: string, message: string) => client.publishAsync(topic, message, { qos: 1 });
  const own = `building/v1/ACME/${serial}`;
  await say(`building/v1/ACME/${other.serial}/state`, stateOf(1, { floor: '1' }));
  await say(`vda5050/v3/ACME/${serial}/connection`, '{}');
  await say(`building/v1/OTHER/${serial}/state`, stateOf(1));
  await say(`${own}/state`, stateOf(1, { elevatorId: 'B' }));
  await say(`${own}/state`, stateOf(1, { carId: 'Z' }));
  await say(`${own}/state`, '{"seq":');
  await say(`${own}/state`, '{"seq":1}');
  await say(`${own}/state`, stateOf(1, { fault: 'x'.repeat(20_000) }));
  await expect
    .poll(async () => (await reasonsOf(serial)).toSorted())
    .toEqual(
      [
        ...['FOREIGN_TOPIC', 'FOREIGN_TOPIC', 'IDENTITY_MISMATCH', 'NOT_JSON', 'SCHEMA', 'TOO_LARGE'],
        ...['UNKNOWN_ID', 'UNKNOWN_ID'],
      ].toSorted(),
    );
  expect([await carOf(elevator.id), await carOf(other.elevator.id)]).toEqual([undefined, undefined]);
});

test('a new secret closes the connection of a module, and the earlier one is refused', async () => {
  const { module, secret, serial } = await installed();
  const client = await connected(serial, secret);
  const closed = Promise.withResolvers<void>();
  client.once('close', () => closed.resolve());
  const { secret: next } = await server.ok(elevatorModuleCalls.renewSecret, mallAdmin, { id: module.id });
  await closed.promise;
  await expect(connected(serial, secret)).rejects.toThrow();
  expect((await connected(serial, next)).connected).toBe(true);
});

test('a test without a robot reserves a car, rides in it and gives it back, each step with its time', async () => {
  const { serial, secret, elevator } = await installed();
  const start = { elevatorId: elevator.id, carId: 'A', from: '0', to: '1' };
  const offline = await server.send(elevatorTestCalls.start, mallAdmin, start);
  expect([offline.code, offline.msg]).toEqual([
    errors.liftUnavailable.code,
    expect.stringContaining('the module is offline'),
  ]);
  const args = ['--url', server.gateway.mqttUrl, '--sn', serial, `--password=${secret}`, '--floors', '0,1'];
  const controller = spawn('node', [program, 'lift', ...args, '--speedup', '20'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void controller.kill('SIGKILL'));
  await expect.poll(() => carOf(elevator.id)).toMatchObject({ floor: '0', mode: 'NORMAL' });
  const wrong = await server.send(elevatorTestCalls.start, mallAdmin, { ...start, to: '7' });
  expect(wrong.data).toMatchObject({ reasons: { to: { code: 'UNKNOWN_STOP' } } });
  expect(await server.ok(elevatorTestCalls.start, mallAdmin, start)).toMatchObject({ state: 'RUNNING' });
  expect((await server.send(elevatorTestCalls.start, mallAdmin, start)).code).toBe(
    errors.elevatorTested.code,
  );
  const newest = async () =>
    (await server.ok(elevatorTestCalls.list, mallAdmin, { elevatorId: elevator.id })).list[0];
  await expect.poll(async () => (await newest())?.state).not.toBe('RUNNING');
  const ended = await newest();
  expect(ended?.steps.map(({ step, outcome, detail }) => [step, outcome, detail])).toEqual(
    ['RESERVE', 'CALL', 'HOLD', 'RIDE', 'CLOSE', 'RELEASE'].map((step) => [step, 'DONE', '']),
  );
  expect(ended).toMatchObject({ state: 'PASSED', from: '0', to: '1', endedAt: expect.any(String) as string });
  expect(await carOf(elevator.id)).toMatchObject({ floor: '1', rideId: null, mode: 'NORMAL' });
});

test('a module that refuses ends the test, and the car is given back', async () => {
  const { serial, secret, elevator } = await installed();
  const client = await connected(serial, secret);
  const say = (name: string, message: object | string) =>
    client.publishAsync(
      `building/v1/ACME/${serial}/${name}`,
      typeof message === 'string' ? message : JSON.stringify(message),
      { qos: 1 },
    );
  const types: string[] = [];
  client.on('message', (_topic, payload) => {
    const { commandId, type } = JSON.parse(payload.toString()) as { commandId: string; type: string };
    types.push(type);
    const isRelease = type === 'release';
    void say('reply', {
      commandId,
      result: isRelease ? 'ACCEPTED' : 'REJECTED',
      ...(!isRelease && { code: 'NIGHT' }),
    });
  });
  await client.subscribeAsync(`building/v1/ACME/${serial}/command`, { qos: 1 });
  await say('state', stateOf(1));
  const start = { elevatorId: elevator.id, carId: 'A', from: '0', to: '1' };
  await server.ok(elevatorTestCalls.start, mallAdmin, start);
  const newest = async () =>
    (await server.ok(elevatorTestCalls.list, mallAdmin, { elevatorId: elevator.id })).list[0];
  await expect.poll(async () => (await newest())?.state).toBe('FAILED');
  expect((await newest())?.steps).toMatchObject([
    { step: 'RESERVE', outcome: 'REJECTED', detail: 'NIGHT' },
    { step: 'RELEASE', outcome: 'DONE' },
  ]);
  expect(types).toEqual(['reserve', 'release']);
  await say('state', stateOf(2, { mode: 'FIRE' }));
  const fire = await server.send(elevatorTestCalls.start, mallAdmin, start);
  expect([fire.code, fire.msg]).toEqual([errors.liftUnavailable.code, expect.stringContaining('fire mode')]);
});
