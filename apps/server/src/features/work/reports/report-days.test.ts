import {
  errors,
  reportCalls,
  reportDocumentCalls,
  reportFigureCalls,
  statisticsCalls,
  type SitePeriod,
} from '@sweepline/contract';
import { dateAt, laterDate } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();
const { mallAdmin } = people;
const hourMs = 3_600_000;
const { list, export: csv } = reportCalls;
const { summary } = reportFigureCalls;

/** Sets the clock; the sessions stay open. */
async function itIs(moment: string) {
  server.clock.set(moment);
  await server.asOwner((sql) => sql`update sessions set created_at = ${moment}, last_seen_at = ${moment}`);
}

/** Robots at two sites far apart and one without a site, which worked every five hours until a minute ago. */
async function aWorld(now: number) {
  const sites: string[] = [];
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', '']) {
    const siteId = zone ? (await server.aSite({ name: zone, timezone: zone })).id : null;
    if (siteId) sites.push(siteId);
    const device = await server.aDevice({ siteId });
    const map = await server.aMap({ siteId });
    for (let n = 0; n < 20; n++) {
      const at = new Date(now - 60_000 - n * 5 * hourMs).toISOString();
      const cleanedM2 = 10.1 + n / 7;
      const run = { deviceId: device.id, mapId: map.id, startedAt: at, endedAt: at, receivedAt: at };
      const totals = { cleanedM2, plannedM2: cleanedM2 + 3.3, cleaningSeconds: 61.7 + n, seconds: 70 + n };
      // One of them is implausible.
      await server.aReport({ ...run, ...totals, ...(n === 3 && { plannedM2: 1 }) });
    }
  }
  return sites;
}

const present = '2030-03-31T10:30:00Z';

test('list, summary and files of reports have the days of the sites, as the overview to the last digit', async () => {
  await itIs(present);
  const sites = await aWorld(Date.parse(present));
  const periods = ['Etc/GMT+12', 'Pacific/Kiritimati'].flatMap((zone): SitePeriod[] => {
    const today = dateAt(Date.parse(present), zone);
    const days = { from: laterDate(today, -2), to: today };
    return [
      { ...days, current: 'days' },
      { ...days, current: 'since' },
      { from: today, to: today, current: 'days' },
      days,
    ];
  });
  for (const period of periods)
    for (const owner of [{}, ...sites.map((siteId) => ({ siteId }))]) {
      const filters = { ...period, ...owner };
      const [index, reports, { total }, rows] = await Promise.all([
        server.ok(statisticsCalls.index, mallAdmin, filters),
        server.ok(summary, mallAdmin, filters),
        server.ok(list, mallAdmin, filters),
        server.send(csv, mallAdmin, filters),
      ]);
      const figuresOf = ({
        reports: count,
        leftOut,
        succeeded,
        cleanedM2,
        coverage,
        m2PerHour,
      }: typeof index.totals) => ({
        reports: count,
        leftOut,
        succeeded,
        cleanedM2,
        coverage,
        m2PerHour,
      });
      expect(reports.now).toMatchObject(figuresOf(index.totals));
      expect(reports.before).toMatchObject(figuresOf(index.before.totals));
      expect({ from: reports.from, to: reports.to, zones: reports.zones }).toEqual({
        from: index.from,
        to: index.to,
        zones: index.zones,
      });
      const chart = reports.steps.reduce((sum, step) => sum + step.cleanedM2, 0);
      expect(chart).toBeCloseTo(index.totals.cleanedM2 ?? 0, 6);
      expect(total).toBe(index.totals.reports);
      expect(String(rows.data).trim().split('\r\n')).toHaveLength(index.totals.reports + 1);
      expect((await server.send(reportDocumentCalls.sheet, mallAdmin, filters)).code).toBe(200);
    }
});

test('a run of a minute ago is in today at each site, and the default is the last 30 days', async () => {
  await itIs(present);
  await aWorld(Date.parse(present));
  const today = present.slice(0, 10);
  const { list: rows } = await server.ok(list, mallAdmin, { from: today, to: today, current: 'days' });
  const newest = rows.filter(({ startedAt }) => Date.parse(startedAt) === Date.parse(present) - 60_000);
  expect(newest).toHaveLength(3);
  const last30 = { from: laterDate(today, -29), to: today, current: 'days' as const };
  expect(await server.ok(summary, mallAdmin, {})).toEqual(await server.ok(summary, mallAdmin, last30));
});

test('an open period begins or ends with a day, and moments stay exact', async () => {
  await itIs(present);
  await aWorld(Date.parse(present));
  const total = async (filters: object) => (await server.ok(list, mallAdmin, filters)).total;
  const day = '2030-03-29';
  expect((await total({ from: day })) + (await total({ to: laterDate(day, -1) }))).toBe(60);
  const at = new Date(Date.parse(present) - 60_000).toISOString();
  expect(await total({ from: at, to: at })).toBe(3);
  expect((await server.ok(summary, mallAdmin, { from: at, to: at })).now.reports).toBe(3);
});

test('a file of days has at most a month of them', async () => {
  await itIs(present);
  const of = async (days: number) =>
    (await server.send(csv, mallAdmin, { from: laterDate('2030-03-31', 1 - days), to: '2030-03-31' })).code;
  expect(await of(31)).toBe(200);
  expect(await of(32)).toBe(errors.exportTooLong.code);
});
