import { auditCalls, deviceLogCalls, errors, fieldReasons, logStoreCalls } from '@sweepline/contract';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { zipStream } from '../../../platform/documents/zip-stream.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { aLogRobot } from '../../../test-kit/logs/log-robot.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { removeLogsBeyondQuota, removeOldLogs } from './device-log-cleanup-service.ts';

const { list, detail, upload, oneClickPull, cancel, downloadUrl, fileUrl, files } = deviceLogCalls;
const { mallAdmin, otherAdmin, agentAdmin, superAdmin } = people;
const dayMs = 86_400_000;
const server = testServer();
const robots: Awaited<ReturnType<typeof aLogRobot>>[] = [];
const anOnlineRobot = async (nickname?: string) => {
  const robot = await aLogRobot(server, nickname);
  robots.push(robot);
  return robot;
};
afterEach(async () => {
  for (const { robot } of robots.splice(0)) await robot.leave();
});

const at = (minutes: number) => new Date(server.clock().getTime() + minutes * 60_000).toISOString();
const zipOf = (name: string, text: string) => buffer(zipStream([{ name, content: [text] }]));
const lastHour = () => ({ source: 'RANGE' as const, from: at(-60), to: at(0), modules: ['system'] });

describe('a pull', () => {
  test('asks the robot, shows its progress, and ends with the archive that it uploaded', async () => {
    const robot = await anOnlineRobot();
    const { id, state } = await server.ok(upload, mallAdmin, { deviceId: robot.id, ...lastHour() });
    expect(state).toBe('WAITING');
    const { commandId, params } = await robot.commandOf('job.logPull');
    const range = { from: at(-60), to: at(0), modules: ['system'] };
    expect(params).toMatchObject({ range, compress: true, allowMobileData: false });
    const jobId = params['jobId'] as string;
    await robot.reply(commandId);
    await robot.job(jobId, 'TRANSFERRING', { pct: 40, bytesDone: 40, bytesTotal: 100 });
    expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
      state: 'RUNNING',
      phase: 'TRANSFERRING',
      pct: 40,
      file: null,
      by: 'Nick mallAdmin',
    });
    const archive = await zipOf('system.log', `${at(-1)} INFO system started\n`);
    await robot.upload(jobId, archive);
    await robot.job(jobId, 'FINISHED', { pct: 100, final: true });
    expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
      state: 'DONE',
      file: { name: `logs-${robot.sn}.zip`, bytes: archive.length },
    });
    const { url } = await server.ok(downloadUrl, mallAdmin, { id });
    const part = await server.app.inject({ url, headers: { range: 'bytes=0-3' } });
    expect([part.statusCode, part.rawPayload]).toEqual([206, archive.subarray(0, 4)]);
  });

  test('of files is refused without a path, with an empty one, and outside the folders of logs', async () => {
    const { id: deviceId } = await server.aDevice();
    const refused = async (paths: string[]) =>
      (await server.send(upload, mallAdmin, { deviceId, source: 'PATHS', paths })).data;
    const empty = { fields: { paths: fieldReasons.PATH_EMPTY.en } };
    expect(await refused([])).toMatchObject(empty);
    expect(await refused(['/var/log/robot/system.log', ' '])).toMatchObject(empty);
    expect(await refused(['/etc/passwd'])).toMatchObject({
      fields: { paths: fieldReasons.PATH_FORBIDDEN.en },
    });
  });

  test('is refused for a robot that sends no logs, also with one click and by its files', async () => {
    const { id: deviceId } = await server.aDevice({ model: 'PLAIN' });
    const notSupported = errors.notSupported.texts.en;
    expect((await server.send(upload, mallAdmin, { deviceId, ...lastHour() })).msg).toBe(notSupported);
    const { list: results } = await server.ok(oneClickPull, mallAdmin, { deviceIds: [deviceId] });
    expect(results).toMatchObject([{ id: null, reason: notSupported }]);
    const dir = { deviceId, dir: '/var/log/robot' };
    expect((await server.send(logStoreCalls.refresh, mallAdmin, dir)).msg).toBe(notSupported);
    const paths = { deviceId, paths: ['/var/log/robot/system.log'] };
    expect((await server.send(logStoreCalls.notice, mallAdmin, paths)).msg).toBe(notSupported);
    expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  });

  test('is refused while the robot is offline, and leaves no row', async () => {
    const { id: deviceId } = await server.aDevice();
    const answer = await server.send(upload, mallAdmin, { deviceId, ...lastHour() });
    expect(answer).toMatchObject({ code: errors.deviceOffline.code, msg: errors.deviceOffline.texts.en });
    expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  });

  test('that failed says why, and has nothing to download', async () => {
    const { id } = await server.aDeviceLog({ state: 'FAILED', code: 'NO_FILES', files: null });
    expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'FAILED', code: 'NO_FILES' });
    for (const call of [downloadUrl, files])
      expect(await server.send(call, mallAdmin, { id })).toMatchObject({
        msg: errors.noDownloadableFiles.texts.en,
      });
  });

  test('in one click is of the last day and all modules, with a result per robot', async () => {
    const robot = await anOnlineRobot();
    const { id: offline } = await server.aDevice();
    const answer = await server.ok(oneClickPull, mallAdmin, { deviceIds: [robot.id, offline] });
    expect(answer.list).toEqual([
      { deviceId: robot.id, name: 'Otter', id: expect.any(String), reason: '' },
      { deviceId: offline, name: expect.any(String), id: null, reason: errors.deviceOffline.texts.en },
    ]);
    const { params } = await robot.commandOf('job.logPull');
    expect(params).toMatchObject({ range: { from: at(-24 * 60), to: at(0), modules: [] } });
  });

  test('is canceled at the server until the robot has accepted it, and at the robot afterwards', async () => {
    const robot = await anOnlineRobot();
    const first = await server.ok(upload, mallAdmin, { deviceId: robot.id, ...lastHour() });
    await robot.commandOf('job.logPull');
    await server.ok(cancel, mallAdmin, { id: first.id });
    expect((await server.ok(detail, mallAdmin, { id: first.id })).state).toBe('CANCELED');
    expect((await server.send(cancel, mallAdmin, { id: first.id })).code).toBe(errors.wrongState.code);
    const stop = await robot.commandOf('command.cancel');
    await robot.reply(stop.commandId);

    const second = await server.ok(upload, mallAdmin, { deviceId: robot.id, ...lastHour() });
    const { commandId, params } = await robot.commandOf('job.logPull', 2);
    const jobId = params['jobId'] as string;
    await robot.reply(commandId);
    await robot.job(jobId, 'PACKING');
    await server.ok(cancel, mallAdmin, { id: second.id });
    const { params: canceled } = await robot.commandOf('job.cancel');
    expect(canceled).toEqual({ jobId });
    await robot.job(jobId, 'CANCELED', { code: 'CANCELED', final: true });
    await eventually(
      async () => (await server.ok(detail, mallAdmin, { id: second.id })).state === 'CANCELED',
      'the end',
    );
  });
});

test('the list is filtered by robot, state, source and text, and shows the own company and those below', async () => {
  const device = await server.aDevice({ nickname: 'Heron' });
  const done = await server.aDeviceLog({ deviceId: device.id, createdAt: at(-1) });
  const failed = await server.aDeviceLog({
    state: 'FAILED',
    files: null,
    source: 'PATHS',
    paths: ['/var/log/robot/nav.log'],
  });
  await server.aDeviceLog({ companyId: companyIds.other });
  const ids = async (input: object, who = mallAdmin) =>
    (await server.ok(list, who, input)).list.map(({ id }) => id);
  expect(await ids({})).toEqual([failed.id, done.id]);
  expect(await ids({}, agentAdmin)).toEqual([failed.id, done.id]);
  expect(await ids({ deviceId: device.id })).toEqual([done.id]);
  expect(await ids({ state: ['FAILED'] })).toEqual([failed.id]);
  expect(await ids({ source: ['RANGE'] })).toEqual([done.id]);
  expect(await ids({ keyword: 'heron' })).toEqual([done.id]);
  expect(await ids({ keyword: 'nav' })).toEqual([failed.id]);
  expect((await server.ok(list, superAdmin, { companyId: companyIds.other })).total).toBe(1);
});

describe('a download address', () => {
  test('is for one account and ten minutes, and is named in the audit', async () => {
    const { id } = await server.aDeviceLog();
    expect((await server.send(downloadUrl, otherAdmin, { id })).code).toBe(errors.notFound.code);
    const { url } = await server.ok(downloadUrl, agentAdmin, { id });
    expect((await server.app.inject({ url })).statusCode).toBe(200);
    const { list: entries } = await server.ok(auditCalls.list, superAdmin, {});
    expect(entries[0]).toMatchObject({ account: { id: agentAdmin.id }, record: { id } });
    server.clock.advance(10 * 60_000 + 2_000);
    expect((await server.app.inject({ url })).json().code).toBe(errors.notFound.code);
  });

  test('ends with the rights of its account', async () => {
    const { id } = await server.aDeviceLog();
    const { url } = await server.ok(downloadUrl, agentAdmin, { id });
    await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${agentAdmin.id}`);
    expect((await server.app.inject({ url })).json().code).toBe(errors.notFound.code);
  });

  test('of one file gives its unpacked text', async () => {
    const { id } = await server.aDeviceLog({ files: { 'nav.log': 'one', 'system.log': 'two' } });
    expect((await server.ok(files, mallAdmin, { id })).list).toEqual([
      { index: 0, name: 'nav.log', bytes: 3, module: 'nav' },
      { index: 1, name: 'system.log', bytes: 3, module: 'system' },
    ]);
    const { url } = await server.ok(fileUrl, mallAdmin, { id, index: 1 });
    const answer = await server.app.inject({ url });
    expect(answer.body).toBe('two');
    expect(answer.headers['content-disposition']).toContain('system.log');
  });
});

test('beyond the quota of a company its oldest logs are deleted with their files, and those of others stay', async () => {
  const content = Buffer.alloc(100);
  const oldest = await server.aDeviceLog({ content, createdAt: at(-3) });
  const [reaching, newest] = [await server.aDeviceLog({ content }), await server.aDeviceLog({ content })];
  const other = await server.aDeviceLog({ companyId: companyIds.other, content });
  const stored = async () =>
    (
      await server.asOwner(
        (sql) => sql`select l.id, f.bytes from device_logs l join files f on f.id = l.file_id order by l.id`,
      )
    ).map(({ id }) => id as string);
  const order = (...rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
  await removeLogsBeyondQuota(server.db, 200);
  expect(await stored()).toEqual(order(reaching, newest, other));
  expect((await server.ok(list, mallAdmin, {})).list.map(({ id }) => id)).not.toContain(oldest.id);
  // Not even the newest fits, and it stays.
  await removeLogsBeyondQuota(server.db, 50);
  expect(await stored()).toEqual(order(newest, other));
  const files = await server.asOwner(
    (sql) => sql`select count(*)::int as count from files where kind = 'LOG'`,
  );
  expect(files).toEqual([{ count: 2 }]);
});

test('logs are deleted with their files after 180 days', async () => {
  const { id, fileId } = await server.aDeviceLog();
  const remains = async () => {
    await removeOldLogs(server.db, server.clock);
    const rows = await server.asOwner((sql) => sql`select id from files where id = ${fileId}`);
    return [(await server.ok(list, mallAdmin, {})).list.map((it) => it.id), rows.length];
  };
  server.clock.advance(179 * dayMs);
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${at(0)}, created_at = ${at(0)}`);
  expect(await remains()).toEqual([[id], 1]);
  server.clock.advance(2 * dayMs);
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${at(0)}, created_at = ${at(0)}`);
  expect(await remains()).toEqual([[], 0]);
});
