import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commandCalls,
  deviceCalls,
  deviceCareCalls,
  deviceMapCalls,
  errors,
  runCalls,
  taskCalls,
} from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { announceDevice, hashSecret } from '../features/devices/identity/credential-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../robots/test-kit/test-simulator.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

/** A simulated robot is moved onto another map through the calls of the console. */
const server = sharedTestServer();
const { mallAdmin, reader } = people;
let httpUrl: string;
let folder: string;
let simulator: ChildProcess | undefined;

beforeAll(async () => {
  httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'sweepline-other-map-'));
});
afterEach(() => cutPower(simulator));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A robot on standby on a map of its company, away from its charger. */
async function aRobot() {
  const sn = `T-${newId().slice(-12)}`;
  const home = await server.aMap({ name: 'Home' });
  const { id } = await server.aDevice({ sn, nickname: 'Otter', secretHash: hashSecret('secret') });
  announceDevice(server.bus, id);
  await eventually(() => server.gateway.live(id), 'the gateway to know the device');
  const fleet = join(folder, `${sn}.json`);
  const entry = { sn, model: 'J30', password: 'secret', world: 'office', mapId: home.id, start: [20, 12, 0] };
  await writeFile(fleet, JSON.stringify([entry]));
  const { mqttUrl } = server.gateway;
  const device = { sn, secret: 'secret', model: 'J30' as const, mqttUrl, httpUrl };
  simulator = startSimulator(device, ['--fleet', fleet]);
  const position = () => server.gateway.live(id)?.position?.value;
  await eventually(
    () => position()?.mapId === home.id && server.gateway.live(id)?.mode?.value.mode === 'STANDBY',
    'the robot on its map',
    30_000,
  );
  return { id, home, position };
}

const statusOf = async (deviceId: string, mapId: string) =>
  (await server.ok(deviceMapCalls.list, mallAdmin, { deviceId, mapId })).list[0]?.status;
const waitForStatus = (deviceId: string, mapId: string, status: string) =>
  eventually(async () => (await statusOf(deviceId, mapId)) === status, `the map to be ${status}`, 30_000);
const send = async (deviceId: string, mapId: string) => {
  await server.ok(deviceMapCalls.send, mallAdmin, { mapId, deviceIds: [deviceId] });
  await waitForStatus(deviceId, mapId, 'ENABLED');
};
const waitForMode = (id: string, state: 'ENTERED' | 'EXITED') =>
  eventually(
    async () => (await server.ok(deviceCareCalls.relocation, mallAdmin, { id })).state === state,
    `the relocation to be ${state}`,
    20_000,
  );
const setPose = async (id: string, x: number, y: number) => {
  const command = await server.ok(deviceCareCalls.setPose, mallAdmin, { id, x, y, angle: 90 });
  return await eventually(
    async () => {
      const { status, code } = await server.ok(commandCalls.detail, mallAdmin, { id: command.id });
      return ['SUCCEEDED', 'FAILED', 'TIMED_OUT'].includes(status) && { status, code };
    },
    'the end of the command',
    30_000,
  );
};

test('a robot is relocated onto a map that was sent to it, reports that map, and cleans there', async () => {
  const { id, home, position } = await aRobot();
  const next = await server.aMap({ name: 'Next' });
  const enter = (mapId: string) => server.send(deviceCareCalls.enterRelocation, mallAdmin, { id, mapId });
  expect((await enter(next.id)).msg).toBe(errors.mapNotOnRobot.texts.en);
  const foreign = await server.aMap({ companyId: companyIds.other });
  expect((await enter(foreign.id)).code).toBe(errors.notFound.code);

  await send(id, next.id);
  const how = { cleaningMode: 'SCRUB', strength: 'STANDARD', repetitions: 1 };
  const task = { deviceId: id, mapId: next.id, zoneIds: ['z1'], ...how };
  expect((await server.send(taskCalls.cleanNow, mallAdmin, task)).msg).toBe(errors.onOtherMap.texts.en);

  expect((await enter(next.id)).code).toBe(200);
  await waitForMode(id, 'ENTERED');
  expect(await server.ok(deviceCareCalls.relocation, mallAdmin, { id })).toMatchObject({ mapId: next.id });
  expect((await enter(home.id)).msg).toBe(errors.relocatingAlready.texts.en);
  expect(await setPose(id, -50, 10)).toMatchObject({ status: 'FAILED', code: 'RELOCATION_LOW_SCORE' });
  expect(await setPose(id, 10, 10)).toMatchObject({ status: 'SUCCEEDED' });
  await waitForMode(id, 'EXITED');
  expect(position()).toMatchObject({ mapId: next.id, x: 10, y: 10, localized: true });
  await waitForStatus(id, next.id, 'IN_USE');
  await waitForStatus(id, home.id, 'ENABLED');

  const run = await eventually(
    async () => {
      const answer = await server.send(taskCalls.cleanNow, mallAdmin, task);
      return answer.code === 200 && answer.data;
    },
    'the start',
    20_000,
  );
  await eventually(
    async () => {
      const { state, map } = await server.ok(runCalls.detail, mallAdmin, { id: run.id });
      return state === 'IN_PROGRESS' && map?.id === next.id;
    },
    'the run to be under way',
    20_000,
  );
  expect((await enter(home.id)).msg).toBe(errors.relocationAtWork.texts.en);
});

test('enabling a map makes it the map of the robot: the robot waits in relocation on it for its pose', async () => {
  const { id, home, position } = await aRobot();
  const next = await server.aMap({ name: 'Next' });
  await send(id, next.id);
  const enable = (mapId: string) => ({ mapId, deviceId: id });
  expect((await server.send(deviceMapCalls.enable, reader, enable(next.id))).code).toBe(
    errors.forbidden.code,
  );
  expect(await server.ok(deviceMapCalls.enable, mallAdmin, enable(home.id))).toEqual({
    relocating: false,
    next: 'NOTHING',
  });
  expect(await server.ok(deviceMapCalls.enable, mallAdmin, enable(next.id))).toEqual({
    relocating: true,
    next: 'RELOCATE',
  });
  await waitForMode(id, 'ENTERED');
  expect(await setPose(id, 5, 5)).toMatchObject({ status: 'SUCCEEDED' });
  expect(position()).toMatchObject({ mapId: next.id, localized: true });
  await eventually(
    async () => (await server.ok(deviceCalls.detail, mallAdmin, { id })).device.live.mapId === next.id,
    'the map in the list of devices',
  );
});
