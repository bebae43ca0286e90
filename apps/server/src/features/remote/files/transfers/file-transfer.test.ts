import { createHash, randomBytes } from 'node:crypto';
import { auditCalls, errors, fileTransferCalls, managedFileCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually, introduce, TestRobot } from '../../../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { announceDevice, hashSecret } from '../../../devices/identity/credential-service.ts';
import { removeUnusedFiles } from '../file-garbage-collection-service.ts';

const { push, pull, list, detail, cancel, pause, resume } = fileTransferCalls;
const { superAdmin, mallAdmin, agentAdmin, otherAdmin, reader } = people;
const server = testServer();
const dayMs = 86_400_000;
const robots: TestRobot[] = [];
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
});

type Device = Awaited<ReturnType<typeof server.aDevice>>;
const targetPath = '/data/import/floor.bin';
const path = '/data/export/report.csv';

/** A device of the mall that the gateway knows; it is offline. */
async function aDevice(): Promise<Device> {
  const device = await server.aDevice({ secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
  return device;
}
async function connect(device: Device): Promise<TestRobot> {
  const registered = { ...device, deviceId: device.id, secret: 's' };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  robots.push(robot);
  await introduce({ ...server, gateway: server.gateway, pushed: [] }, robot);
  return robot;
}
async function aRobot() {
  const device = await aDevice();
  return { device, robot: await connect(device) };
}
const durable = async (robot: TestRobot, topic: 'xReply' | 'xJob', body: Record<string, unknown>) => {
  const message = robot.durable(body);
  await robot.say(topic, message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
};
/** The command of a type; the robot stores its job. */
async function take(robot: TestRobot, type: string) {
  const command = await robot.waitForMessage('xCommand', (message) => message['type'] === type);
  await durable(robot, 'xReply', { commandId: command['commandId'], status: 'SUCCEEDED', code: '' });
  return command['params'] as Record<string, unknown> & { jobId: string };
}
const read = (id: string) => server.ok(detail, mallAdmin, { id });

/** Uploads a file as the robot does. Returns its id. */
async function upload(device: Device, jobId: string, content: Buffer): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${device.sn}:s`).toString('base64')}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const payload = { kind: 'FILE', name: 'report.csv', bytes: content.length, sha256, refId: jobId };
  const post = { method: 'POST', headers: { authorization } } as const;
  const begun = await server.app.inject({ ...post, url: '/device/v1/uploads', payload });
  const { uploadId, parts } = begun.json<{ uploadId: string; parts: { url: string }[] }>();
  await server.app.inject({
    method: 'PUT',
    url: parts[0]!.url,
    headers: { authorization, 'content-type': 'application/octet-stream' },
    payload: content,
  });
  const done = await server.app.inject({ ...post, url: `/device/v1/uploads/${uploadId}/complete` });
  return done.json<{ fileId: string }>().fileId;
}

test('a file is pushed to robots with a result for each, also to one that is offline', async () => {
  const [{ device, robot }, offline] = [await aRobot(), await aDevice()];
  const content = randomBytes(500);
  const file = await server.aManagedFile({ name: 'floor.bin', content });
  const deviceIds = [device.id, offline.id];
  const { transfers } = await server.ok(push, mallAdmin, { fileId: file.id, deviceIds, targetPath });
  expect(transfers).toHaveLength(2);
  const { id } = transfers.find((it) => it.device.id === device.id)!;
  const params = await take(robot, 'job.filePush');
  expect(params).toMatchObject({
    fileId: file.fileId,
    bytes: 500,
    sha256: createHash('sha256').update(content).digest('hex'),
    targetPath,
    mode: '0644',
    allowMobileData: false,
  });
  const about = { jobId: params.jobId, kind: 'FILE_PUSH', attempt: 1 };
  await durable(robot, 'xJob', { ...about, phase: 'TRANSFERRING', pct: 40, bytesDone: 200, bytesTotal: 500 });
  expect(await read(id)).toMatchObject({ state: 'RUNNING', phase: 'TRANSFERRING', pct: 40, bytesDone: 200 });
  await durable(robot, 'xJob', { ...about, phase: 'FINISHED', pct: 100, final: true });
  const { list: rows, total } = await server.ok(list, mallAdmin, { fileId: file.id });
  expect(total).toBe(2);
  const states = Object.fromEntries(rows.map((row) => [row.device.id, row.state]));
  expect(states).toEqual({ [device.id]: 'DONE', [offline.id]: 'WAITING' });
  expect((await server.ok(list, otherAdmin, {})).total).toBe(0);
});

test('a pulled file becomes a file of the robot’s company for 90 days', async () => {
  const { device, robot } = await aRobot();
  const { transfers } = await server.ok(pull, agentAdmin, { deviceIds: [device.id], path });
  const { id } = transfers[0]!;
  const { jobId } = await take(robot, 'job.filePull');
  const content = Buffer.from('day,areaM2\n1,420\n');
  const fileId = await upload(device, jobId, content);
  const about = { jobId, kind: 'FILE_PULL', attempt: 1, pct: 100, final: true };
  await durable(robot, 'xJob', { ...about, phase: 'FINISHED', detail: { fileId } });
  const done = await read(id);
  expect(done).toMatchObject({ state: 'DONE', direction: 'PULL', fileName: 'report.csv' });
  const file = await server.ok(managedFileCalls.detail, mallAdmin, { id: done.fileId! });
  expect(file).toMatchObject({
    name: 'report.csv',
    format: 'csv',
    companyId: companyIds.mall,
    bytes: content.length,
  });
  const { url } = await server.ok(managedFileCalls.download, mallAdmin, { id: file.id });
  expect((await server.app.inject({ url })).rawPayload).toEqual(content);

  // The session ends in the meantime, so the rows are read.
  const remaining = async () => {
    await removeUnusedFiles(server.db, server.files, server.clock);
    const rows = await server.asOwner(
      (sql) => sql`select t.managed_file_id as "managed", f.id as "stored" from file_transfers t
        left join files f on f.id = ${fileId}`,
    );
    return rows.map(({ managed, stored }) => [managed !== null, stored !== null]);
  };
  server.clock.advance(89 * dayMs);
  expect(await remaining()).toEqual([[true, true]]);
  server.clock.advance(2 * dayMs);
  expect(await remaining()).toEqual([[false, false]]);
});

test('a robot cannot name a file that it did not upload for the job', async () => {
  const { device, robot } = await aRobot();
  const { transfers } = await server.ok(pull, mallAdmin, { deviceIds: [device.id], path });
  const foreign = await server.aManagedFile({ companyId: companyIds.other });
  const { jobId } = await take(robot, 'job.filePull');
  const detailOfJob = { fileId: foreign.fileId };
  const about = { jobId, kind: 'FILE_PULL', attempt: 1, final: true };
  await durable(robot, 'xJob', { ...about, phase: 'FINISHED', detail: detailOfJob });
  expect(await read(transfers[0]!.id)).toMatchObject({ state: 'DONE', fileId: null });
  expect((await server.ok(managedFileCalls.list, mallAdmin, {})).total).toBe(0);
});

test('a job that failed has the code of the robot', async () => {
  const { device, robot } = await aRobot();
  const { transfers } = await server.ok(pull, mallAdmin, { deviceIds: [device.id], path });
  const { jobId } = await take(robot, 'job.filePull');
  const about = { jobId, kind: 'FILE_PULL', attempt: 1, final: true };
  await durable(robot, 'xJob', { ...about, phase: 'FAILED', code: 'NO_FILES' });
  expect(await read(transfers[0]!.id)).toMatchObject({ state: 'FAILED', code: 'NO_FILES' });
});

test('a transfer is paused, continued with mobile data and canceled', async () => {
  const { device, robot } = await aRobot();
  const { id } = (await server.ok(pull, mallAdmin, { deviceIds: [device.id], path })).transfers[0]!;
  const { jobId } = await take(robot, 'job.filePull');
  const about = { jobId, kind: 'FILE_PULL', attempt: 1 };
  await server.ok(pause, mallAdmin, { id });
  await take(robot, 'job.pause');
  await durable(robot, 'xJob', {
    ...about,
    phase: 'PAUSED',
    detail: { waits: [{ for: 'MOBILE_DATA' }] },
  });
  expect(await read(id)).toMatchObject({ state: 'PAUSED', waits: [{ for: 'MOBILE_DATA' }] });
  await server.ok(resume, mallAdmin, { id, allowMobileData: true });
  expect(await take(robot, 'job.resume')).toEqual({ jobId, allowMobileData: true });
  await server.ok(cancel, mallAdmin, { id });
  await take(robot, 'job.cancel');
  await durable(robot, 'xJob', { ...about, phase: 'CANCELED', code: 'CANCELED', final: true });
  expect(await read(id)).toMatchObject({ state: 'CANCELED' });
  expect((await server.send(pause, mallAdmin, { id })).msg).toBe(errors.wrongState.texts.en);
});

test('a transfer for an offline robot is withdrawn before it is sent', async () => {
  const device = await aDevice();
  const { id } = (await server.ok(pull, mallAdmin, { deviceIds: [device.id], path })).transfers[0]!;
  expect(await server.ok(cancel, mallAdmin, { id })).toMatchObject({ state: 'CANCELED' });
});

test('more than 100 MB to a robot on mobile data need a yes', async () => {
  const device = await aDevice();
  const { id: fileId, fileId: storedId } = await server.aManagedFile();
  await server.asOwner((sql) => sql`update files set bytes = 200000000 where id = ${storedId}`);
  await server.setLiveState(device.id, { networkMode: '4G' });
  const input = { fileId, deviceIds: [device.id], targetPath };
  const refused = await server.send(push, mallAdmin, input);
  expect(refused.code).toBe(errors.invalid.code);
  expect(JSON.stringify(refused)).toContain('mobile data');
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  const { transfers } = await server.ok(push, mallAdmin, { ...input, allowMobileData: true });
  expect(transfers).toMatchObject([{ state: 'WAITING' }]);
});

test('an empty path, a path outside the folders and robots of others are refused', async () => {
  const [device, foreign] = [await aDevice(), await server.aDevice({ companyId: companyIds.other })];
  const deviceIds = [device.id];
  const textOf = async (...request: Parameters<typeof server.send>) =>
    JSON.stringify(await server.send(...request));
  expect(await textOf(pull, mallAdmin, { deviceIds, path: ' ' })).toContain('Download path is empty');
  expect(await textOf(pull, mallAdmin, { deviceIds, path: '/etc/passwd' })).toContain('no files of this');
  for (const path of ['/data/export/a;b', '/data/export/$(b)', '/data/export/-b'])
    expect(await textOf(pull, mallAdmin, { deviceIds, path })).toContain('letters, digits, blanks');
  const { id: fileId } = await server.aManagedFile();
  const outside = { fileId, deviceIds, targetPath: '/data/import/../x' };
  expect(await textOf(push, mallAdmin, outside)).toContain('no files into this folder');
  const both = { deviceIds: [device.id, foreign.id], path };
  expect((await server.send(pull, mallAdmin, both)).code).toBe(errors.notFound.code);
  const theirs = await server.aManagedFile({ companyId: companyIds.other });
  const push2 = { fileId: theirs.id, deviceIds, targetPath };
  expect((await server.send(push, mallAdmin, push2)).code).toBe(errors.notFound.code);
  expect((await server.send(pull, reader, { deviceIds, path })).code).toBe(errors.forbidden.code);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});

test('a robot that transfers no files is refused, and the others with it', async () => {
  const [device, plain] = [await aDevice(), await server.aDevice({ model: 'PLAIN' })];
  const deviceIds = [device.id, plain.id];
  const { id: fileId } = await server.aManagedFile();
  const notSupported = errors.notSupported.texts.en;
  expect((await server.send(pull, mallAdmin, { deviceIds, path })).msg).toBe(notSupported);
  expect((await server.send(push, mallAdmin, { fileId, deviceIds, targetPath })).msg).toBe(notSupported);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});

test('a transfer that the server could not send has the reason, and each is in the audit', async () => {
  const device = await aDevice();
  const unsent = await server.aFileTransfer({ deviceId: device.id, code: 'OFFLINE' });
  expect(await read(unsent.id)).toMatchObject({ state: 'FAILED', code: 'OFFLINE' });
  const interrupted = await server.aFileTransfer({ deviceId: device.id });
  expect(await read(interrupted.id)).toMatchObject({ state: 'WAITING' });
  server.clock.advance(6 * 60_000);
  expect(await read(interrupted.id)).toMatchObject({ state: 'FAILED', code: 'INTERRUPTED' });
  await server.ok(pull, mallAdmin, { deviceIds: [device.id], path });
  const { list: entries } = await server.ok(auditCalls.list, superAdmin, {});
  expect(entries[0]).toMatchObject({ action: 'Fetched file from robots', account: { id: mallAdmin.id } });
});
