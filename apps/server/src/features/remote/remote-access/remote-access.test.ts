import { permissions, remoteAccessCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { list } = remoteAccessCalls;
const { mallAdmin, staff, otherAdmin, agentAdmin } = people;
const server = sharedTestServer();

async function aWorld() {
  const robot = await server.aDevice({ companyId: companyIds.mall, nickname: 'Otter' });
  const owner = { companyId: companyIds.mall, deviceId: robot.id };
  const view = await server.aVideoView({ ...owner, openedAt: '2030-01-01T08:00:00.000Z' });
  const drive = await server.aDriveSession({
    ...owner,
    accountId: agentAdmin.id,
    accountName: 'Nick agentAdmin',
    accountCompany: 'Agent',
    openedAt: '2030-01-02T08:00:00.000Z',
    distanceM: 12,
  });
  const second = await server.aVideoView({ ...owner, openedAt: '2030-01-03T08:00:00.000Z' });
  return { robot, view, drive, second };
}

test('views and drives are one list, newest first, over its pages', async () => {
  const { robot, view, drive, second } = await aWorld();
  const filter = { deviceId: robot.id, pageSize: 2 };
  const first = await server.ok(list, mallAdmin, filter);
  expect(first.total).toBe(3);
  expect(first.list.map(({ id, kind }) => [id, kind])).toEqual([
    [second.id, 'VIEW'],
    [drive.id, 'DRIVE'],
  ]);
  const next = await server.ok(list, mallAdmin, { ...filter, page: 2 });
  expect(next.list.map(({ id }) => id)).toEqual([view.id]);
});

test('the company of the robot sees people of companies above it by name and company', async () => {
  const { robot } = await aWorld();
  const { list: entries } = await server.ok(list, mallAdmin, { deviceId: robot.id });
  expect(entries.map(({ person, company, deviceCompany }) => [person, company, deviceCompany])).toEqual([
    ['Nick', 'Provider', 'Mall'],
    ['Nick agentAdmin', 'Agent', 'Mall'],
    ['Nick', 'Provider', 'Mall'],
  ]);
  expect(entries[1]).toMatchObject({ device: { nickname: 'Otter' }, camera: null, distanceM: 12 });
  expect(entries[0]).toMatchObject({ camera: 'FRONT', end: 'LEFT', reason: 'Why' });
});

test('a company beside it sees nothing, one above it what its tenant scope gives', async () => {
  const { robot } = await aWorld();
  expect(await server.ok(list, otherAdmin, { deviceId: robot.id })).toEqual({ list: [], total: 0 });
  expect((await server.ok(list, agentAdmin, { deviceId: robot.id })).total).toBe(3);
  expect((await server.ok(list, staff, { deviceId: robot.id })).total).toBe(3);
});

test.each([
  ['kind', { kind: 'DRIVE' as const }, 1],
  ['person', { keyword: 'agentadmin' }, 1],
  ['start', { from: '2030-01-02T00:00:00.000Z' }, 2],
  ['end', { to: '2030-01-02T00:00:00.000Z' }, 1],
  ['company', { companyId: companyIds.agent }, 0],
])('entries are filtered by %s', async (_what, filter, count) => {
  const { robot } = await aWorld();
  const page = await server.ok(list, mallAdmin, { deviceId: robot.id, ...filter });
  expect([page.total, page.list.length]).toEqual([count, count]);
});

test('an entry stays with the company that had the robot, without the robot that it no longer sees', async () => {
  const { robot } = await aWorld();
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other}, site_id = null where id = ${robot.id}`,
  );
  const { list: entries } = await server.ok(list, mallAdmin, { deviceId: robot.id });
  expect(entries.map(({ device, deviceCompany }) => [device, deviceCompany])).toEqual(
    Array.from({ length: 3 }, () => [null, 'Mall']),
  );
  expect((await server.ok(list, otherAdmin, { deviceId: robot.id })).total).toBe(0);
});

test('an opened shell is an entry with its end and who ended it, a request is none', async () => {
  const { robot } = await aWorld();
  const owner = { companyId: companyIds.mall, deviceId: robot.id };
  const openedAt = '2030-01-04T08:00:00.000Z';
  const shell = await server.aShellSession({ ...owner, openedAt, endReason: 'TIME_UP', endedBy: '' });
  await server.aShellSession({ ...owner, state: 'REFUSED', openedAt: null });
  const page = await server.ok(list, mallAdmin, { deviceId: robot.id });
  expect(page.total).toBe(4);
  expect(page.list[0]).toMatchObject({
    id: shell.id,
    kind: 'SHELL',
    person: 'Nick',
    company: 'Provider',
    byRight: 'COMPANY',
    end: null,
    shellEnd: 'TIME_UP',
    openedAt,
  });
  const only = await server.ok(list, mallAdmin, { deviceId: robot.id, kind: 'SHELL' });
  expect(only).toMatchObject({ total: 1, list: [{ id: shell.id }] });
});

test('a month is exported as CSV, with a permission of its own', async () => {
  const { robot } = await aWorld();
  const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-31T00:00:00.000Z' };
  const input = { deviceId: robot.id, ...period };
  const { data } = await server.send(remoteAccessCalls.export, mallAdmin, input);
  const lines = String(data).trim().split('\r\n');
  expect(lines[0]).toContain('openedAt,endedAt,kind,camera,device');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toContain('DRIVE');
  const viewer = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.remoteAccess],
  });
  expect((await server.send(remoteAccessCalls.export, viewer, period)).code).toBe(403);
  expect((await server.send(list, viewer, {})).code).toBe(200);
});
