import { boardKindCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { kinds } = boardKindCalls;
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;
const server = testServer();

const ended = (endedAt: string) => ({ endedAt, createdAt: endedAt, startedAt: endedAt });
const day = (date: string) => ({ from: date, to: date });
const runsOf = async (...[who, input]: [typeof mallAdmin, object]) =>
  (await server.ok(kinds, who, input as never)).kinds.map(({ runs }) => runs);

test('ended runs are counted by kind and result, and open runs are not counted', async () => {
  const noon = ended('2030-01-10T12:00:00.000Z');
  await server.aRun({ ...noon });
  await server.aRun({ ...noon, state: 'FAILED' });
  await server.aRun({ ...noon, state: 'INTERRUPTED', kind: 'NAVIGATION' });
  await server.aRun({ ...noon, kind: 'PROMOTION' });
  await server.aRun({ createdAt: noon.createdAt, state: 'IN_PROGRESS' });
  await server.aRun({ ...noon, companyId: companyIds.other });
  const january = { from: '2030-01-01', to: '2030-01-31' };
  const expected = [
    { kind: 'CLEANING', runs: 2, succeeded: 1, interrupted: 0, failed: 1 },
    { kind: 'NAVIGATION', runs: 1, succeeded: 0, interrupted: 1, failed: 0 },
    { kind: 'PROMOTION', runs: 1, succeeded: 1, interrupted: 0, failed: 0 },
  ];
  for (const person of [mallAdmin, agentAdmin])
    expect((await server.ok(kinds, person, january)).kinds).toEqual(expected);
  expect(await runsOf(otherAdmin, january)).toEqual([1, 0, 0]);
  expect(await runsOf(superAdmin, january)).toEqual([3, 1, 1]);
  expect(await runsOf(superAdmin, { ...january, companyId: companyIds.mall })).toEqual([2, 1, 1]);
});

test('a run counts for the day of its site, also at both ends of a period', async () => {
  const east = await server.aSite({ name: 'East', timezone: 'Pacific/Kiritimati' });
  const west = await server.aSite({ name: 'West', timezone: 'Pacific/Pago_Pago' });
  const east1 = await server.aDevice({ siteId: east.id });
  const westMap = await server.aMap({ siteId: west.id });
  // 10 January in Kiritimati (UTC+14), and 9 January in Pago Pago (UTC−11).
  await server.aRun({ ...ended('2030-01-09T10:00:00.000Z'), deviceId: east1.id });
  await server.aRun({ ...ended('2030-01-10T10:59:59.999Z'), mapId: westMap.id });
  // 11 January in Kiritimati, and 10 January in Pago Pago.
  await server.aRun({ ...ended('2030-01-10T10:00:00.000Z'), deviceId: east1.id });
  await server.aRun({ ...ended('2030-01-11T10:59:59.999Z'), mapId: westMap.id });
  const perDay = async (date: string) => (await runsOf(mallAdmin, day(date)))[0];
  expect(await Promise.all(['08', '09', '10', '11', '12'].map((date) => perDay(`2030-01-${date}`)))).toEqual([
    0, 1, 2, 1, 0,
  ]);
  expect(await runsOf(mallAdmin, { from: '2030-01-09', to: '2030-01-11' })).toEqual([4, 0, 0]);
  expect(await runsOf(mallAdmin, { from: '2030-01-10', to: '2030-01-11' })).toEqual([3, 0, 0]);
  expect(await runsOf(mallAdmin, { from: '2030-01-01', to: '2030-01-31', siteId: west.id })).toEqual([
    2, 0, 0,
  ]);
  const robot = { from: '2030-01-01', to: '2030-01-31', deviceId: east1.id };
  expect(await runsOf(mallAdmin, robot)).toEqual([2, 0, 0]);
  expect(await runsOf(mallAdmin, { ...robot, siteId: east.id })).toEqual([2, 0, 0]);
});

test('a run keeps its day and site after its robot moved and its time zone changed', async () => {
  const east = await server.aSite({ timezone: 'Pacific/Kiritimati' });
  const west = await server.aSite({ timezone: 'Pacific/Pago_Pago' });
  const device = await server.aDevice({ siteId: east.id });
  const run = await server.aRun({ ...ended('2030-01-10T10:00:00.000Z'), deviceId: device.id });
  await server.asOwner(async (sql) => {
    await sql`update sites set timezone = 'UTC'`;
    await sql`update devices set site_id = ${west.id} where id = ${device.id}`;
    await sql`update runs set state = 'FAILED' where id = ${run.id}`;
  });
  const { kinds: counted } = await server.ok(kinds, mallAdmin, { ...day('2030-01-11'), siteId: east.id });
  expect(counted[0]).toMatchObject({ kind: 'CLEANING', runs: 1, succeeded: 0, failed: 1 });
});

test('a run that waits for its report, goes on after its end, or is deleted is not counted', async () => {
  const january = { from: '2030-01-01', to: '2030-01-31' };
  const resumed = await server.aRun({ ...ended('2030-01-10T10:00:00.000Z'), state: 'FAILED' });
  const erased = await server.aRun(ended('2030-01-10T11:00:00.000Z'));
  await server.aRun({ ...ended('2030-01-10T12:00:00.000Z'), state: 'COMPLETE' });
  expect(await runsOf(mallAdmin, january)).toEqual([2, 0, 0]);
  await server.asOwner(async (sql) => {
    await sql`update runs set state = 'IN_PROGRESS', ended_at = null where id = ${resumed.id}`;
    await sql`delete from runs where id = ${erased.id}`;
  });
  expect(await runsOf(mallAdmin, january)).toEqual([0, 0, 0]);
  expect(await server.asOwner((sql) => sql`select from run_days`)).toHaveLength(0);
});

test('runs of a period longer than three years are refused, and records of others are missing', async () => {
  expect((await server.send(kinds, mallAdmin, { from: '2026-01-01', to: '2030-01-01' })).code).toBe(
    errors.invalid.code,
  );
  const { id: siteId } = await server.aSite({ companyId: companyIds.other });
  expect((await server.send(kinds, mallAdmin, { ...day('2030-01-10'), siteId })).code).toBe(
    errors.notFound.code,
  );
});
