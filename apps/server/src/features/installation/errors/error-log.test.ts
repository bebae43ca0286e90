import { errorLogCalls, errors, type FrontError } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { trimErrors } from './error-collector.ts';
import { fingerprintOf, topFrame, withoutAnySecrets, type Reported } from './error-rules.ts';

const server = testServer();
let minutes = 0;
// The limit counts per minute: each test runs in a minute of its own.
beforeEach(() => server.clock.advance(++minutes * 60_000));

const { mallAdmin, reader, agentAdmin, otherAdmin, staff } = people;
const { save, search, groups, setState, versions } = errorLogCalls;
const stack = 'TypeError: x is undefined\n    at draw (https://console.example/assets/map-a1b2c3d4.js:1:2)';
const fault = (changes: Partial<FrontError> = {}): FrontError => ({
  level: 'ERROR',
  desc: 'TypeError: x is undefined',
  version: '1.0.0',
  product: 'console',
  pageUrl: 'https://console.example/deviceManage/list',
  extras: { stack },
  ...changes,
});
const report = (who: Person | undefined, changes?: Partial<FrontError>) =>
  server.send(save, who, fault(changes));
const groupsOf = async (who: Person, total: number) =>
  await eventually(async () => {
    const { list } = await server.ok(groups, who, {});
    return list.reduce((sum, { count }) => sum + count, 0) === total && list;
  }, `${total} errors`);

test('the same error of several accounts is one group with its count, first time and account count', async () => {
  server.clock.set('2030-01-01T23:50:00.000Z');
  await report(mallAdmin);
  server.clock.advance(3_600_000);
  await report(mallAdmin, { desc: 'TypeError: x is undefined' });
  await report(reader);
  await report(otherAdmin, { level: 'FATAL', desc: 'Something else' });
  const list = await groupsOf(staff, 4);
  expect(list.map(({ desc, count, accounts, level }) => [desc, count, accounts, level])).toContainEqual([
    'TypeError: x is undefined',
    3,
    2,
    'ERROR',
  ]);
  const group = list.find(({ count }) => count === 3);
  expect(group).toMatchObject({
    firstAt: '2030-01-01T23:50:00.000Z',
    lastAt: '2030-01-02T00:50:00.000Z',
    state: 'open',
  });
  expect(group?.frame).toBe('at draw (/assets/map.js:1:2)');
  expect(group?.days.slice(-2)).toEqual([1, 2]);
});

test('another version, level or place gives another fingerprint, and another number in the text does not', () => {
  const of = (changes: Partial<Reported>) => fingerprintOf({ ...(fault() as Reported), ...changes });
  expect(of({ desc: 'row 17 failed' })).toBe(of({ desc: 'row 18 failed' }));
  expect(
    new Set([
      of({}),
      of({ version: '2' }),
      of({ level: 'FATAL' }),
      of({ extras: { stack: 'at other (b.js:3:4)' } }),
    ]).size,
  ).toBe(4);
  expect(topFrame('Error\n    at f (http://a/b-12345678.js:1:1)')).toBe(
    topFrame('Error\n    at f (http://z/b-87654321.js:1:1)'),
  );
});

test('an occurrence stores the fields of the browser and the username of the session', async () => {
  await report(mallAdmin, {
    username: 'somebody else',
    browserName: 'Firefox 140',
    lang: 'ge',
    platform: 'Linux',
  });
  await groupsOf(mallAdmin, 1);
  const { list, total } = await server.ok(search, mallAdmin, {});
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({
    username: 'mallAdmin',
    browserName: 'Firefox 140',
    lang: 'ge',
    platform: 'Linux',
    extras: { stack: expect.stringContaining('at draw') },
  });
  const [group] = (await server.ok(groups, mallAdmin, {})).list;
  expect((await server.ok(search, mallAdmin, { groupId: group?.id ?? '' })).total).toBe(1);
  expect((await server.ok(search, mallAdmin, { level: ['DEBUG'] })).total).toBe(0);
  expect(await server.ok(versions, mallAdmin, {})).toEqual({ versions: ['1.0.0'] });
});

test('a list holds errors of the caller’s companies; only the provider sees those of anonymous users', async () => {
  await report(mallAdmin);
  await report(otherAdmin);
  await report(undefined);
  await groupsOf(staff, 3);
  const counts = async (who: Person) => (await server.ok(groups, who, {})).list.map(({ count }) => count);
  expect(await counts(staff)).toEqual([3]);
  expect(await counts(agentAdmin)).toEqual([1]);
  expect(await counts(otherAdmin)).toEqual([1]);
  expect((await server.ok(search, otherAdmin, {})).list.map(({ username }) => username)).toEqual([
    'otherAdmin',
  ]);
});

test('a report with an expired session is stored without a username', async () => {
  const answer = await server.send(save, { ...mallAdmin, token: 'token-of-yesterday' }, fault());
  expect(answer.code).toBe(200);
  await groupsOf(staff, 1);
  expect((await server.ok(search, staff, {})).list[0]?.username).toBe('');
});

test('a report is refused when its level is unknown, or a field is too long or unknown', async () => {
  for (const wrong of [
    { level: 'WARN' },
    { desc: '' },
    { desc: 'x'.repeat(2_001) },
    { surprise: 1 },
    { extras: { a: 'x'.repeat(13_000) } },
  ]) {
    const answer = await server.send(save, mallAdmin, { ...fault(), ...wrong });
    expect(answer.code, JSON.stringify(wrong).slice(0, 40)).toBe(errors.invalid.code);
  }
});

test('one session or address may report forty errors a minute, and other sessions are not limited by it', async () => {
  const codes = async (who: Person | undefined, n: number) => {
    const answers = [];
    for (let i = 0; i < n; i++) answers.push((await report(who)).code);
    return answers.filter((code) => code === 200).length;
  };
  expect(await codes(mallAdmin, 45)).toBe(40);
  expect(await codes(reader, 2)).toBe(2);
  expect(await codes(undefined, 45)).toBe(40);
  server.clock.advance(60_000);
  expect(await codes(mallAdmin, 1)).toBe(1);
  await groupsOf(staff, 83);
  // The group counts all of them; only the newest occurrences are stored.
  expect((await server.ok(search, staff, {})).total).toBeLessThanOrEqual(150);
});

test('a flood of anonymous reports leaves no entries in the audit', async () => {
  for (let i = 0; i < 45; i++) await report(undefined);
  await groupsOf(staff, 40);
  await new Promise((done) => setTimeout(done, 700));
  expect(await server.asOwner((sql) => sql`select 1 from audit_entries`)).toHaveLength(0);
});

test('a resolved error that occurs again is open; an ignored one stays ignored', async () => {
  await report(mallAdmin);
  const [group] = await groupsOf(mallAdmin, 1);
  const groupId = group?.id ?? '';
  await server.ok(setState, mallAdmin, { groupId, state: 'resolved' });
  expect((await server.ok(groups, mallAdmin, { state: 'resolved' })).list[0]).toMatchObject({
    stateBy: 'mallAdmin',
  });
  await report(mallAdmin);
  expect((await groupsOf(mallAdmin, 2))[0]?.state).toBe('open');
  await server.ok(setState, mallAdmin, { groupId, state: 'ignored' });
  await report(mallAdmin);
  expect((await groupsOf(mallAdmin, 3))[0]?.state).toBe('ignored');
  expect((await server.send(setState, otherAdmin, { groupId, state: 'open' })).code).toBe(
    errors.notFound.code,
  );
});

test('tokens, tickets and passwords are removed from a report', () => {
  const token = 'Zk3v9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890ab';
  const clean = withoutAnySecrets(
    fault({
      desc: `failed: password=hunter22 and token: "${token}" at wss://h/service/ws/${token}`,
      pageUrl: `https://console.example/import?token=${token}#x`,
      extras: {
        stack: `at f (https://h/a.js?ticket=${token}:1:1)`,
        authorization: token,
        note: `Bearer ${token}`,
      },
    }) as Reported,
  );
  expect(JSON.stringify(clean)).not.toContain(token);
  expect(JSON.stringify(clean)).not.toContain('hunter22');
  expect(clean.pageUrl).toBe('https://console.example/import');
  expect(clean.desc).toContain('failed:');
});

test('the cleanup deletes a group with all its rows when its last error is older than the limit', async () => {
  await report(mallAdmin);
  await groupsOf(mallAdmin, 1);
  await trimErrors(server.db, '2030-01-02T00:00:00.000Z');
  expect(await server.ok(groups, mallAdmin, {})).toMatchObject({ total: 1 });
  await trimErrors(server.db, '2030-02-01T00:00:00.000Z');
  const rows = await server.asOwner(
    (sql) => sql`select (select count(*) from error_groups) + (select count(*) from error_occurrences)
      + (select count(*) from error_days) + (select count(*) from error_accounts) as n`,
  );
  expect(Number(rows[0]?.n)).toBe(0);
});
