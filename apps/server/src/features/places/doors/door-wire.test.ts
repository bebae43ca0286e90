import {
  deadLetterCalls,
  doorCalls,
  doorRecordCalls,
  elevatorModuleCalls,
  elevatorProjectCalls,
  errors,
} from '@sweepline/contract';
import mqtt from 'mqtt';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, otherAdmin, superAdmin } = people;
const server = testServer();
const program = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');
const reason = 'Delivery';

let count = 0;
/** A door with its module, and the secret of the module. */
async function installed() {
  const serial = `GATE-${++count}`;
  const site = await server.aSite();
  const project = await server.ok(elevatorProjectCalls.add, mallAdmin, {
    number: `D-${count}`,
    name: 'Clinic',
    siteId: site.id,
  });
  const { module, secret } = await server.ok(elevatorModuleCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'M-1',
    serial,
    manufacturer: 'ACME',
    type: 'CONTROLLER',
  });
  const door = await server.ok(doorCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'WARD-1',
    name: 'Ward 1',
    kind: 'DOOR',
    moduleId: module.id,
  });
  return { project, module, secret, serial, door };
}

const stateOf = async (id: string) => (await server.ok(doorCalls.detail, mallAdmin, { id })).state;
const records = async (doorId: string) => (await server.ok(doorRecordCalls.list, mallAdmin, { doorId })).list;

test('a door is opened by hand over the wire, and its record tells who, why, and how long it stood open', async () => {
  const { door, serial, secret, module } = await installed();
  const open = { id: door.id, seconds: 5, reason };
  const offline = await server.send(doorCalls.open, mallAdmin, open);
  expect([offline.code, offline.msg]).toEqual([
    errors.doorUnavailable.code,
    expect.stringContaining('the module is offline'),
  ]);
  const args = ['--url', server.gateway.mqttUrl, '--sn', serial, `--password=${secret}`, '--gates', 'WARD-1'];
  const controller = spawn('node', [program, 'lift', ...args, '--speedup', '10'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void controller.kill('SIGKILL'));
  await expect.poll(() => stateOf(door.id)).toBe('CLOSED');
  expect((await server.send(doorCalls.open, otherAdmin, open)).code).toBe(errors.notFound.code);
  expect(await server.ok(doorCalls.open, mallAdmin, open)).toMatchObject({
    act: 'OPEN',
    outcome: null,
    reason,
  });
  await expect.poll(async () => (await records(door.id))[0]?.closedAt ?? null).not.toBeNull();
  expect(await records(door.id)).toMatchObject([
    { act: 'OPEN', outcome: 'DONE', reason, openedAt: expect.any(String) as string, doorName: 'Ward 1' },
  ]);
  await server.ok(doorCalls.open, mallAdmin, { ...open, seconds: 120 });
  await expect.poll(() => stateOf(door.id)).toBe('OPEN');
  await server.ok(doorCalls.close, mallAdmin, { id: door.id, reason });
  await expect.poll(async () => (await records(door.id))[0]).toMatchObject({ act: 'CLOSE', outcome: 'DONE' });
  expect((await server.send(elevatorModuleCalls.remove, mallAdmin, { id: module.id })).code).toBe(
    errors.elevatorModuleInUse.code,
  );
});

test('a module that refuses ends the request, and a door that it does not have is a dead letter', async () => {
  const { door, serial, secret } = await installed();
  const client = await mqtt.connectAsync(server.gateway.mqttUrl, {
    username: serial,
    password: secret,
    reconnectPeriod: 0,
  });
  onTestFinished(() => void client.end(true));
  const say = (name: string, message: object) =>
    client.publishAsync(`building/v1/ACME/${serial}/${name}`, JSON.stringify(message), { qos: 1 });
  client.on('message', (_topic, payload) => {
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    void say('reply', { commandId, result: 'REJECTED', code: 'NIGHT' });
  });
  await client.subscribeAsync(`building/v1/ACME/${serial}/command`, { qos: 1 });
  await say('state', { bootId: 'b', seq: 1, doorId: 'WARD-1', door: 'CLOSED', fault: null });
  await say('state', { bootId: 'b', seq: 2, doorId: 'WARD-9', door: 'OPEN', fault: null });
  await server.ok(doorCalls.open, mallAdmin, { id: door.id, reason });
  await expect
    .poll(async () => (await records(door.id))[0])
    .toMatchObject({ outcome: 'REJECTED', detail: 'NIGHT', openedAt: null });
  const { list } = await server.ok(deadLetterCalls.list, superAdmin, { keyword: serial });
  expect(list.map((letter) => letter.reason)).toEqual(['UNKNOWN_ID']);
});

test('the number of a door is its own in the project, and doors of another company are hidden', async () => {
  const { door, project, module } = await installed();
  const { name, kind, number } = door;
  const twice = await server.send(doorCalls.add, mallAdmin, { projectId: project.id, name, kind, number });
  expect(twice.data).toMatchObject({ reasons: { number: { code: 'NUMBER_TAKEN' } } });
  const other = await installed();
  const foreign = { projectId: other.project.id, name, kind, number: 'X', moduleId: module.id };
  expect((await server.send(doorCalls.add, mallAdmin, foreign)).data).toMatchObject({
    reasons: { moduleId: { code: 'MODULE_OF_OTHER_PROJECT' } },
  });
  expect((await server.ok(doorCalls.list, otherAdmin, {})).list).toEqual([]);
  const { id, version } = door;
  const change = { id, version, name: 'Ward 2', kind, number, moduleId: null };
  expect(await server.ok(doorCalls.update, mallAdmin, change)).toMatchObject({
    module: null,
    state: 'UNKNOWN',
  });
  await server.ok(doorCalls.remove, mallAdmin, { id });
  expect((await server.send(doorCalls.detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
});
