import { boardFigureCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../../platform/db/db.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { storeConnections } from '../../../../test-kit/telemetry-rows.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { checkStatistics } from '../statistics-recount.ts';
import { robotDaysOf } from './robot-days-service.ts';

const { online, robots } = boardFigureCalls;
const server = testServer();
const { mallAdmin } = people;
const hourS = 3600;

const anEvent = (deviceId: string, at: string, after: string) =>
  storeConnections(server.db, [{ companyId: companyIds.mall, deviceId, at, after }]);
const differences = async () => (await inScope(server.db, '*', checkStatistics)).differences;
const points = async (from: string, to: string) => (await server.ok(online, mallAdmin, { from, to })).points;

test('connection counts on the days of the site, and the time since the last event is added by the clock', async () => {
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  const device = await server.aDevice({ siteId: site.id, createdAt: '2030-01-01T00:00:00Z' });
  await anEvent(device.id, '2030-01-01T02:00:00Z', 'ONLINE');
  await anEvent(device.id, '2030-01-01T20:00:00Z', 'SLEEP');
  // 03:04:05 in UTC; the day of the site began at 16:00.
  expect(await points('2030-01-01', '2030-01-02')).toMatchObject([
    { day: '2030-01-01', totals: { onlineS: 14 * hourS, sleepS: 0, boundS: 16 * hourS, rate: 0.875 } },
    { day: '2030-01-02', totals: { onlineS: 4 * hourS, sleepS: 7 * hourS + 245, boundS: 11 * hourS + 245 } },
  ]);
  server.clock.set('2030-01-02T04:04:05Z');
  const { totals, before } = await server.ok(online, mallAdmin, { from: '2030-01-02', to: '2030-01-02' });
  expect(totals).toMatchObject({ onlineS: 4 * hourS, boundS: 12 * hourS + 245 });
  expect(before).toMatchObject({ from: '2030-01-01', totals: { onlineS: 14 * hourS } });
  expect(await differences()).toBe(0);
});

test('an event that arrives late corrects the days that it belongs to', async () => {
  const device = await server.aDevice({ createdAt: '2029-12-01T00:00:00Z' });
  await anEvent(device.id, '2029-12-10T00:00:00Z', 'ONLINE');
  await anEvent(device.id, '2029-12-20T00:00:00Z', 'OFFLINE');
  await anEvent(device.id, '2029-12-12T06:00:00Z', 'OFFLINE');
  const month = await server.ok(online, mallAdmin, { from: '2029-12-01', to: '2029-12-31' });
  expect(month.totals).toMatchObject({ onlineS: 54 * hourS, boundS: 31 * 24 * hourS });
  expect(await differences()).toBe(0);
});

test('robot days are the bound time of the board, also of robots that are silent since before the period', async () => {
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  await server.aDevice({ siteId: site.id, createdAt: '2028-11-01T00:00:00Z' });
  await server.aDevice({ createdAt: '2030-01-01T12:00:00Z' });
  for (const period of [
    { from: '2029-12-30', to: '2029-12-31' },
    { from: '2030-01-01', to: '2030-01-02' },
    { from: '2029-06-01', to: '2030-01-02' },
    { from: '2030-01-05', to: '2030-01-06' },
  ]) {
    const { boundS } = (await server.ok(online, mallAdmin, period)).totals;
    const days = await inScope(server.db, [companyIds.mall], (tx) => robotDaysOf(tx, server.clock(), period));
    expect([period.from, Math.round((days ?? 0) * 24 * hourS)]).toEqual([period.from, boundS]);
  }
});

test('the day with an hour twice has 25 hours, and the day without an hour has 23', async () => {
  const site = await server.aSite({ timezone: 'Europe/Berlin' });
  const device = await server.aDevice({ siteId: site.id, createdAt: '2029-01-01T00:00:00Z' });
  await anEvent(device.id, '2029-02-01T00:00:00Z', 'ONLINE');
  await anEvent(device.id, '2029-12-01T00:00:00Z', 'OFFLINE');
  expect(await points('2029-03-25', '2029-03-25')).toMatchObject([
    { totals: { onlineS: 23 * hourS, rate: 1 } },
  ]);
  expect(await points('2029-10-28', '2029-10-28')).toMatchObject([
    { totals: { onlineS: 25 * hourS, rate: 1 } },
  ]);
});

test('earlier days stay as they are when a site changes its time zone, and no second is lost or doubled', async () => {
  const site = await server.aSite({ timezone: 'UTC' });
  const device = await server.aDevice({ siteId: site.id, createdAt: '2029-12-30T00:00:00Z' });
  await anEvent(device.id, '2029-12-30T00:00:00Z', 'ONLINE');
  server.clock.set('2030-01-01T12:00:00Z');
  await server.asOwner(
    (sql) => sql`update sites set timezone = 'America/New_York', updated_at = '2030-01-01T12:00:00Z'`,
  );
  server.clock.set('2030-01-02T05:00:00Z');
  const days = await points('2029-12-29', '2030-01-03');
  expect(days.map(({ day, totals }) => [day, totals.onlineS / hourS])).toEqual([
    ['2029-12-30', 24],
    ['2029-12-31', 24],
    // Twelve hours of the old calendar and seventeen of the new one.
    ['2030-01-01', 29],
  ]);
  expect(await differences()).toBe(0);
});

test('robots that were never activated, prototypes and stock have no bound time and are not listed', async () => {
  const createdAt = '2030-01-01T00:00:00Z';
  const counted = await server.aDevice({ createdAt, nickname: 'Counted' });
  await server.aDevice({ createdAt, binding: 'NOT_ACTIVATED' });
  await server.aDevice({ createdAt, binding: 'VOID' });
  await server.aDevice({ createdAt, useStatus: 'PROTOTYPE' });
  // A robot of an agent that was not delivered.
  await server.aDevice({ createdAt, companyId: companyIds.agent });
  const delivered = await server.aDevice({ createdAt, companyId: companyIds.agent, inventory: 'OUTBOUND' });
  const period = { from: '2030-01-01', to: '2030-01-02' };
  const { totals } = await server.ok(online, people.agentAdmin, period);
  expect(totals.boundS).toBe(2 * (27 * hourS + 245));
  const { list, total } = await server.ok(robots, people.agentAdmin, { ...period, sort: 'nickname' });
  expect(total).toBe(2);
  expect(list.map(({ id }) => id).toSorted()).toEqual([counted.id, delivered.id].toSorted());
});

test('the bound time ends when a robot is unbound, and goes on under its next company', async () => {
  const device = await server.aDevice({ createdAt: '2030-01-01T00:00:00Z' });
  await server.asOwner(async (sql) => {
    await sql`update devices set company_id = ${companyIds.other}, updated_at = '2030-01-01T10:00:00Z' where id = ${device.id}`;
    await sql`update devices set binding = 'NOT_ACTIVATED', updated_at = '2030-01-01T15:00:00Z' where id = ${device.id}`;
  });
  const period = { from: '2030-01-01', to: '2030-01-02' };
  expect((await server.ok(online, mallAdmin, period)).totals.boundS).toBe(10 * hourS);
  expect((await server.ok(online, people.otherAdmin, period)).totals.boundS).toBe(5 * hourS);
  expect(await differences()).toBe(0);
});
