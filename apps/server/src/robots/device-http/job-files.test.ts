import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { commands } from '../../entities/devices/command-table.ts';
import { hashSecret } from '../../features/devices/identity/credential-service.ts';
import { audioSectionName, changeSection } from '../../features/devices/settings/section-service.ts';
import { inScope } from '../../platform/db/db.ts';
import { createFileStore, storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  type Registered,
  type TestRobot,
} from '../test-kit/test-gateway.ts';
import { testRefusals } from '../test-kit/test-refusals.ts';
import { deviceApi } from './device-api.ts';
import { signedPath } from './signed-files.ts';

/** What a robot may download and upload for its jobs (docs/protocol/files.md#downloads). */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let app: FastifyInstance;
let folder: string;
let files: FileStore;
let companyId: string;
let providerId: string;
let device: Registered;
let robot: TestRobot;

const otaKeys = [{ keyId: 'release-2026', publicKey: randomBytes(32).toString('base64') }];

beforeAll(async () => {
  database = await makeDatabase();
  [companyId, providerId] = [await aCompany(database.db), await aCompany(database.db)];
  running = await aGateway(database.db);
  folder = await mkdtemp(join(tmpdir(), 'sweepline-job-files-'));
  files = createFileStore(pathToFileURL(folder).href);
  app = Fastify();
  const bus = localBus(() => {});
  const refusals = testRefusals(database.db);
  const parts = { db: database.db, files, now: () => new Date(), bus, refusals, otaKeys };
  await app.register(deviceApi({ ...parts, brokerFor: () => undefined }), { prefix: '/device/v1' });
});
beforeEach(async () => {
  ({ device, robot } = await anOnlineRobot(running, database.db, companyId));
});
afterEach(() => robot.leave());
afterAll(async () => {
  await running?.gateway.stop();
  await app?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const aPackage = (content: Buffer) =>
  inScope(database.db, '*', (tx) =>
    storeFile(tx, files, () => new Date(), {
      companyId: providerId,
      kind: 'OTA_PACKAGE',
      name: 'j30.tar.gz',
      mediaType: 'application/gzip',
      content,
    }),
  );
const send = (type: Parameters<typeof running.gateway.commands.sendCommand>[0]['type'], params: object) =>
  running.gateway.commands.sendCommand({
    deviceId: device.deviceId,
    type,
    params: { ...params },
    by: 'wei',
  });
const durable = async (topic: 'xReply' | 'xJob', body: Record<string, unknown>) => {
  const message = robot.durable(body);
  await robot.say(topic, message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
};
const pushOf = (file: { id: string; bytes: number; sha256: string }, jobId = newId()) => ({
  jobId,
  fileId: file.id,
  bytes: file.bytes,
  sha256: file.sha256,
  targetPath: '/data/import/floor.bin',
});
const pathFor = (to: Registered, fileId: string) =>
  signedPath({ sn: to.sn, secretHash: hashSecret(to.secret) }, fileId, Date.now());
const askUrl = async (fileId: string) => {
  const requestId = newId();
  await robot.say('xRequest', { requestId, type: 'download.url', params: { fileId } }, 1);
  return await robot.waitForMessage('xResponse', (answer) => answer['requestId'] === requestId);
};

it('a file of the provider is signed and read only while a job of this robot names it', async () => {
  const content = randomBytes(5000);
  const file = await aPackage(content);
  const read = (to = device) => app.inject(pathFor(to, file.id));
  expect(await askUrl(file.id)).toMatchObject({ status: 'ERROR', code: 'BAD_PARAMS' });
  expect((await read()).statusCode).toBe(404);

  const push = pushOf(file);
  const { id } = await send('job.filePush', push);
  await durable('xReply', { commandId: id, status: 'SUCCEEDED', code: '' });
  expect(await askUrl(file.id)).toMatchObject({ status: 'OK', result: { url: expect.any(String) } });
  expect((await read()).rawPayload.equals(content)).toBe(true);
  const other = await anOnlineRobot(running, database.db, companyId);
  expect((await read(other.device)).statusCode).toBe(404);
  await other.robot.leave();

  // The address itself is valid for a day, but not longer than the job.
  const about = { jobId: push.jobId, kind: 'FILE_PUSH', attempt: 1 };
  await durable('xJob', { ...about, phase: 'FINISHED', pct: 100, final: true });
  expect((await read()).statusCode).toBe(404);
  expect(await askUrl(file.id)).toMatchObject({ status: 'ERROR' });
});

it('a sound of a company above is read while the section of this robot names it', async () => {
  const content = randomBytes(500);
  const file = await aPackage(content);
  const read = (to = device) => app.inject(pathFor(to, file.id));
  const desire = (items: object[]) =>
    inScope(database.db, '*', (db) =>
      changeSection(
        { db, now: () => new Date(), bus: localBus(() => {}) },
        { id: device.deviceId, companyId },
        audioSectionName,
        { kind: 'edited', document: { items } },
      ),
    );
  await desire([{ slot: 'START', fileId: newId() }]);
  expect((await read()).statusCode).toBe(404);
  await desire([
    { slot: 'FINISH', fileId: newId() },
    { slot: 'START', fileId: file.id },
  ]);
  expect((await read()).rawPayload.equals(content)).toBe(true);
  expect(await askUrl(file.id)).toMatchObject({ status: 'OK' });
  const other = await anOnlineRobot(running, database.db, companyId);
  expect((await read(other.device)).statusCode).toBe(404);
  await other.robot.leave();
  await desire([]);
  expect((await read()).statusCode).toBe(404);
});

it('a command that the robot refused opens no file', async () => {
  const file = await aPackage(randomBytes(10));
  const { id } = await send('job.filePush', pushOf(file));
  await durable('xReply', { commandId: id, status: 'REJECTED', code: 'UNSUPPORTED' });
  expect((await app.inject(pathFor(device, file.id))).statusCode).toBe(404);
});

const upload = (kind: string, refId: string, content: Buffer) =>
  app.inject({
    method: 'POST',
    url: '/device/v1/uploads',
    headers: { authorization: `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}` },
    payload: {
      kind,
      name: 'logs.zip',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      refId,
    },
  });

it('pictures are refused without a collection that asks for them', async () => {
  const { id } = await send('job.logPull', { jobId: newId(), paths: ['/var/log/robot/system.log'] });
  for (const refId of ['', 'run-1', newId(), id])
    expect((await upload('AI_IMAGE', refId, randomBytes(100))).statusCode).toBe(404);
});

it('logs and files are taken only for an open job of this robot that asked for them', async () => {
  const content = randomBytes(100);
  expect((await upload('LOG', newId(), content)).statusCode).toBe(404);
  expect((await upload('LOG', 'r1', content)).statusCode).toBe(404);
  const jobId = newId();
  const { id } = await send('job.logPull', { jobId, paths: ['/var/log/robot/system.log'] });
  expect((await upload('FILE', jobId, content)).statusCode).toBe(404);
  const begun = await upload('LOG', jobId, content);
  expect(begun.statusCode).toBe(200);
  await durable('xReply', { commandId: id, status: 'SUCCEEDED', code: '' });
  await durable('xJob', { jobId, kind: 'LOG_PULL', phase: 'CANCELED', code: 'CANCELED', final: true });
  expect((await upload('LOG', jobId, content)).statusCode).toBe(409);
  const { uploadId, parts } = begun.json<{ uploadId: string; parts: { url: string }[] }>();
  const headers = {
    authorization: `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`,
  };
  await app.inject({
    method: 'PUT',
    url: parts[0]!.url,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: content,
  });
  const completed = await app.inject({
    method: 'POST',
    url: `/device/v1/uploads/${uploadId}/complete`,
    headers,
  });
  expect(completed.statusCode).toBe(409);
});

it('paths outside the allow-list are refused before a command exists', async () => {
  const jobId = newId();
  for (const path of [
    '/etc/passwd',
    '/data/export/../../etc/passwd',
    '/var/log/robotic/x',
    'var/log/robot/x',
  ])
    await expect(send('job.filePull', { jobId, path })).rejects.toMatchObject({ code: 'PATH_FORBIDDEN' });
  await expect(send('job.logPull', { jobId, paths: [] })).rejects.toMatchObject({ code: 'PATH_EMPTY' });
  await expect(send('log.list', { dir: '/home' })).rejects.toMatchObject({ code: 'PATH_FORBIDDEN' });
  const file = await aPackage(randomBytes(10));
  await expect(
    send('job.filePush', { ...pushOf(file), targetPath: '/var/log/robot/x' }),
  ).rejects.toMatchObject({ code: 'PATH_FORBIDDEN' });
  const stored = await inScope(database.db, '*', (tx) =>
    tx.select().from(commands).where(eq(commands.deviceId, device.deviceId)),
  );
  expect(stored).toEqual([]);
});

it('a job is canceled until it installs, and controlled by its own device only', async () => {
  const file = await aPackage(randomBytes(10));
  const push = pushOf(file);
  const { id } = await send('job.filePush', push);
  await durable('xReply', { commandId: id, status: 'SUCCEEDED', code: '' });
  const about = { jobId: push.jobId, kind: 'OTA', attempt: 1 };
  await durable('xJob', {
    ...about,
    phase: 'UNPACKED',
    detail: { waits: [{ for: 'CHARGE', has: 31, needs: 40 }] },
  });
  await expect(send('job.pause', { jobId: push.jobId })).resolves.toMatchObject({ type: 'job.pause' });
  await durable('xJob', { ...about, phase: 'INSTALLING' });
  await expect(send('job.cancel', { jobId: push.jobId })).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await expect(send('job.cancel', { jobId: newId() })).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await durable('xJob', { ...about, phase: 'FINISHED', final: true });
  await expect(send('job.resume', { jobId: push.jobId })).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

it('a robot reads the keys that it trusts from its configuration', async () => {
  const headers = {
    authorization: `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`,
  };
  const answer = await app.inject({ url: '/device/v1/config', headers });
  expect(answer.json()).toMatchObject({ status: 'OK', otaKeys });
});
