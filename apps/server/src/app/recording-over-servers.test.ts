import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  videoRecordingCalls,
  type Call,
  type Output,
  type Sent,
  type VideoRecording,
} from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { announceDevice } from '../features/devices/identity/credential-service.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createVault } from '../platform/files/vault.ts';
import { createBus } from '../platform/socket/bus.ts';
import {
  aDevice,
  eventually,
  factsheet,
  idleState,
  TestRobot,
  type Registered,
} from '../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { installationKey, startInstallation } from '../test-kit/installation.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { createKillableServer } from '../test-kit/servers/killable-server.ts';
import { aLiveCamera } from '../test-kit/video/live-camera.ts';
import { readWebm } from '../test-kit/video/webm-reader.ts';

const { start, stop, detail, address } = videoRecordingCalls;
const { mallAdmin } = people;

const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

const ok = async <C extends Call>(url: string, call: C, input: Sent<C>): Promise<Output<C>> => {
  const { code, msg, data } = await sendOverHttp(url, call, mallAdmin, input as object);
  if (code !== 200) throw new Error(`${call.path}: ${msg}`);
  return data;
};

/** A robot that is online at a broker and accepts every command, with its camera. */
async function aCamera(mqttUrl: string, device: Registered, url: string) {
  const robot = await eventually(
    () => TestRobot.connect(mqttUrl, device).catch(() => undefined),
    'a connection',
  );
  closes.push(() => robot.leave());
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    void robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '' }), 1).catch(() => {});
  });
  const camera = aLiveCamera(robot, () => url);
  closes.push(camera.close);
  await camera.report(mallAdmin, async () => {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('state', idleState, 1);
  });
  return camera;
}

const untilStored = ({ asOwner }: Pick<TestDatabase, 'asOwner'>, id: string, ms: number) =>
  eventually(async () => {
    const [row] = await asOwner((sql) => sql`select duration_ms from video_recordings where id = ${id}`);
    return Number(row?.['duration_ms']) >= ms;
  }, `${ms} ms of video`);
const untilState = (url: string, id: string, state: VideoRecording['state']) =>
  eventually(
    async () => {
      const recording = await ok(url, detail, { id }).catch(() => undefined);
      return recording?.state === state && recording;
    },
    `the recording to be ${state}`,
    120_000,
  );
const webmAt = async (url: string, id: string) => {
  const { url: path } = await ok(url, address, { id });
  return readWebm(Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer()));
};

test('any server starts and stops a recording at the owner of the robot, and plays it', async () => {
  const installation = await startInstallation(2);
  closes.push(installation.stop);
  await installation.untilShared();
  const [first, second] = installation.servers.map(({ url }) => url) as [string, string];
  const { database, mqttUrl } = installation;
  const device = await aDevice(database.db, companyIds.mall);
  const key = createVault(installationKey).keyFor('bus');
  const member = { installation: 'sweepline', serverId: 'the server of the test', log: { warn: () => {} } };
  const remote = await connectRemoteBus({ ...member, url: mqttUrl, key });
  closes.push(remote.close);
  announceDevice(
    createBus(() => {}, remote),
    device.deviceId,
  );
  const camera = await aCamera(mqttUrl, device, first);
  const { sessionId } = await camera.watch(mallAdmin);
  const { id } = await ok(second, start, { sessionId });
  await untilStored(database, id, 1_000);
  expect(await ok(first, stop, { id })).toMatchObject({ end: 'STOPPED' });
  for (const url of [first, second]) {
    await untilState(url, id, 'STORED');
    expect((await webmAt(url, id)).durationMs).toBeGreaterThanOrEqual(1_000);
  }
});

test('a recording of a killed server can be played at the next one up to the last stored second', async () => {
  const database = await makeDatabase();
  closes.push(database.close);
  await populate(database.db, () => new Date());
  const device = await aDevice(database.db, companyIds.mall);
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-recordings-'));
  closes.push(() => rm(folder, { recursive: true, force: true }));
  const values = {
    FILES_URL: pathToFileURL(folder).href,
    INSTALLATION_KEY: installationKey.toString('base64'),
  };
  const [owner, next] = await Promise.all(
    [0, 1].map(() => createKillableServer(database.serverUrl, { values })),
  );
  for (const server of [owner, next]) closes.push(server!.remove);
  await owner!.start();
  const { url, mqttUrl } = owner!.addresses();
  const camera = await aCamera(mqttUrl, device, url);
  const { sessionId } = await camera.watch(mallAdmin);
  const { id } = await ok(url, start, { sessionId });
  await untilStored(database, id, 2_000);
  await owner!.kill();
  await next!.start();
  const at = next!.addresses().url;
  expect(await untilState(at, id, 'INTERRUPTED')).toMatchObject({ end: 'RESTARTED' });
  const { durationMs, frames } = await webmAt(at, id);
  expect(durationMs).toBeGreaterThanOrEqual(2_000);
  expect(frames.at(-1)?.ms).toBe(durationMs);
});
