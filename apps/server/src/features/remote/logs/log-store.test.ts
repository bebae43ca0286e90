import { auditCalls, errors, fieldReasons, logStoreCalls } from '@sweepline/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { aLogRobot } from '../../../test-kit/logs/log-robot.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, refresh, notice, downloadByDir, folderUrl } = logStoreCalls;
const { superAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();
const robots: Awaited<ReturnType<typeof aLogRobot>>[] = [];
afterEach(async () => {
  for (const { robot } of robots.splice(0)) await robot.leave();
});

const archive = (dir: string, who = mallAdmin) =>
  server.app.inject({
    method: 'POST',
    url: `/api/${downloadByDir.path}`,
    headers: { authorization: who.token, lang: 'en' },
    payload: { dir },
  });
const entriesOf = async (dir?: string, who = mallAdmin) =>
  (await server.ok(list, who, dir === undefined ? {} : { dir })).list;

test('stored logs are a tree: robots, their pulls, and the files of a pull', async () => {
  const device = await server.aDevice();
  const log = await server.aDeviceLog({ deviceId: device.id, files: { 'nav.log': 'a', 'system.log': 'bc' } });
  const [robot] = await entriesOf();
  expect(robot).toMatchObject({ name: device.sn, path: `/${device.sn}`, kind: 'DIR' });
  const [pull] = await entriesOf(robot?.path);
  expect(pull).toMatchObject({ name: `20300102T030405Z-${log.id.slice(-12)}`, logId: log.id });
  const files = await entriesOf(pull?.path);
  expect(files.map(({ name, bytes, kind }) => [name, bytes, kind])).toEqual([
    ['nav.log', 1, 'FILE'],
    ['system.log', 2, 'FILE'],
  ]);
  expect(await entriesOf('/', otherAdmin)).toEqual([]);
  for (const dir of [robot?.path, pull?.path, '/..', `/${device.sn}/..`])
    expect((await server.send(list, otherAdmin, { dir })).code).toBe(errors.notFound.code);
});

test('robots are searched by serial number and nickname, and one without stored logs has an empty folder', async () => {
  const otter = await server.aDevice({ nickname: 'Otter' });
  const plain = await server.aDevice({ nickname: 'Beaver' });
  await server.aDeviceLog({ deviceId: otter.id });
  const found = async (keyword: string) =>
    (await server.ok(list, mallAdmin, { keyword })).list.map(({ nickname }) => nickname);
  expect(await found('otte')).toEqual(['Otter']);
  expect(await found(otter.sn)).toEqual(['Otter']);
  expect(await found('Beaver')).toEqual([]);
  expect(await server.ok(list, mallAdmin, { dir: `/${plain.sn}` })).toMatchObject({
    device: { id: plain.id, nickname: 'Beaver' },
    list: [],
  });
});

test('a folder is downloaded as one zip, of a robot or of a pull, and of the own company only', async () => {
  const device = await server.aDevice();
  await server.aDeviceLog({ deviceId: device.id, files: { 'nav.log': 'first' } });
  const second = await server.aDeviceLog({ deviceId: device.id, files: { 'nav.log': 'second' } });
  await server.aDeviceLog({ companyId: companyIds.other });
  const whole = await archive(`/${device.sn}`);
  expect(whole.headers['content-type']).toBe('application/zip');
  expect(whole.rawPayload.toString('latin1').split('nav.log')).toHaveLength(5);
  const pull = (await entriesOf(`/${device.sn}`)).find((it) => it.logId === second.id);
  const one = await archive(pull?.path ?? '');
  expect(one.rawPayload.toString('latin1').split('nav.log')).toHaveLength(3);
  expect((await archive('/')).json()).toMatchObject({
    data: { fields: { dir: fieldReasons.PATH_EMPTY.en } },
  });
  expect((await archive(`/${device.sn}`, otherAdmin)).json().msg).toBe(errors.noDownloadableFiles.texts.en);
});

describe('the address of a folder', () => {
  const read = (url: string) => server.app.inject({ method: 'GET', url });

  test('gives its zip without a session, for ten minutes, and the audit names the account and the logs', async () => {
    const device = await server.aDevice();
    const { id } = await server.aDeviceLog({ deviceId: device.id, files: { 'nav.log': 'a line' } });
    const { url } = await server.ok(folderUrl, mallAdmin, { dir: `/${device.sn}` });
    const answer = await read(url);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toContain(`logs-${device.sn}.zip`);
    expect(answer.rawPayload.toString('latin1').split('nav.log')).toHaveLength(3);
    const { list: entries } = await server.ok(auditCalls.list, superAdmin, {});
    expect(entries[0]).toMatchObject({ account: { id: mallAdmin.id }, action: 'Downloaded a log folder' });
    const rows = await server.asOwner(
      (sql) => sql`select record_id from audit_changes where record_id = ${id}`,
    );
    expect(rows).toHaveLength(1);
    server.clock.advance(11 * 60_000);
    expect((await read(url)).json()).toMatchObject({ code: errors.notFound.code });
  });

  test('ends with the rights of its account, and opens no folder of another robot', async () => {
    const device = await server.aDevice();
    await server.aDeviceLog({ deviceId: device.id });
    const other = await server.aDevice();
    await server.aDeviceLog({ deviceId: other.id });
    const { url } = await server.ok(folderUrl, mallAdmin, { dir: `/${device.sn}` });
    const notFound = { code: errors.notFound.code };
    expect((await read(url.replace(device.sn, other.sn))).json()).toMatchObject(notFound);
    expect((await read(url.replace(device.sn, 'none'))).json()).toMatchObject(notFound);
    expect((await read(url)).headers['content-type']).toBe('application/zip');
    await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${mallAdmin.id}`);
    expect((await read(url)).json()).toMatchObject(notFound);
  });

  test('is refused for a folder without logs and for one of another company', async () => {
    const device = await server.aDevice();
    await server.aDeviceLog({ deviceId: device.id });
    const refusalOf = async (dir: string, who = mallAdmin) =>
      (await server.send(folderUrl, who, { dir })).code;
    expect(await refusalOf(`/${device.sn}`, otherAdmin)).toBe(errors.noDownloadableFiles.code);
    expect(await refusalOf(`/${device.sn}/none`)).toBe(errors.notFound.code);
    expect(await refusalOf('/')).toBe(errors.invalid.code);
  });
});

test('a robot is asked for its files, and to upload some of them', async () => {
  const robot = await aLogRobot(server);
  robots.push(robot);
  const files = [{ path: '/var/log/robot/nav.log', bytes: 5, mtime: '2030-01-01T00:00:00.000Z' }];
  const answer = server.ok(refresh, mallAdmin, { deviceId: robot.id });
  const command = await robot.commandOf('log.list');
  expect(command.params).toMatchObject({ dir: '/var/log/robot' });
  await robot.reply(command.commandId, 'SUCCEEDED', { result: { files, cursor: 'next' } });
  expect(await answer).toEqual({
    list: [{ path: files[0]?.path, bytes: 5, changedAt: files[0]?.mtime }],
    cursor: 'next',
  });
  const log = await server.ok(notice, mallAdmin, { deviceId: robot.id, paths: ['/var/log/robot/nav.log'] });
  expect(log).toMatchObject({ source: 'PATHS', paths: ['/var/log/robot/nav.log'], state: 'WAITING' });
  expect((await robot.commandOf('job.logPull')).params).toMatchObject({ paths: ['/var/log/robot/nav.log'] });
});

test('a robot is not asked for other folders, nor while it is offline', async () => {
  const { id: deviceId } = await server.aDevice();
  expect(await server.send(refresh, mallAdmin, { deviceId, dir: '/etc' })).toMatchObject({
    data: { fields: { dir: fieldReasons.PATH_FORBIDDEN.en } },
  });
  expect((await server.send(refresh, mallAdmin, { deviceId })).msg).toBe(errors.deviceOffline.texts.en);
  expect(await server.send(notice, mallAdmin, { deviceId, paths: [] })).toMatchObject({
    data: { fields: { paths: fieldReasons.PATH_EMPTY.en } },
  });
});
