import {
  boardFigureCalls,
  boardKindCalls,
  screenCalls,
  siteTargetCalls,
  statisticsCalls,
} from '@sweepline/contract';
import { dateAt, laterDate } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { index, chart, split, details, times, ranking, regions, devices } = statisticsCalls;
const server = ownTestServer();
const { mallAdmin } = people;
const zones = ['Etc/GMT+12', 'America/New_York', 'Europe/Berlin', 'Asia/Shanghai', 'Pacific/Kiritimati'];
const hourMs = 3_600_000;

/** Sets the clock; the sessions stay open. */
async function itIs(moment: string) {
  server.clock.set(moment);
  await server.asOwner((sql) => sql`update sessions set created_at = ${moment}, last_seen_at = ${moment}`);
}

interface Worked {
  zone: string;
  ms: number;
  m2: number;
}

/** A robot at a site in each zone, and one without a site, which worked every five hours until a minute ago. */
async function aWorld(now: number): Promise<Worked[]> {
  const worked: Worked[] = [];
  for (const zone of [...zones, '']) {
    const siteId = zone ? (await server.aSite({ name: zone, timezone: zone })).id : null;
    const device = await server.aDevice({ siteId, inventory: 'OUTBOUND', createdAt: '2029-01-01T00:00:00Z' });
    const map = await server.aMap({ siteId });
    for (let n = 0; n < 20; n++) {
      const ms = now - 60_000 - n * 5 * hourMs;
      const at = new Date(ms).toISOString();
      const m2 = 2 ** (n % 5) + worked.length;
      worked.push({ zone, ms, m2 });
      const run = { deviceId: device.id, mapId: map.id, startedAt: at, endedAt: at };
      await server.aReport({ ...run, receivedAt: at, cleanedM2: m2, plannedM2: m2 + 10 });
    }
  }
  return worked;
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

// Some zones have the day before or after that of the reader. The last two are days of clock changes.
const moments = ['2030-01-02T16:30:00Z', '2030-03-31T10:30:00Z', '2030-11-03T06:30:00Z'];

test.each(moments)(
  'at %s each page sums the same days of the sites, a run of a minute ago among them',
  async (moment) => {
    const now = Date.parse(moment);
    await itIs(moment);
    const worked = await aWorld(now);
    const daysAgo = ({ zone, ms }: Worked) => {
      const [today, day] = [now, ms].map((at) => Date.parse(dateAt(at, zone || 'UTC')));
      return (today! - day!) / (24 * hourMs);
    };
    const areaOf = (first: number, last: number) =>
      sum(worked.filter((one) => daysAgo(one) >= first && daysAgo(one) <= last).map(({ m2 }) => m2));
    const { figures, week, rankings } = await server.ok(screenCalls.own, mallAdmin, {});
    expect(figures?.today.cleanedM2).toBe(areaOf(0, 0));
    for (const reader of ['Etc/GMT+12', 'UTC', 'Pacific/Kiritimati'])
      for (const days of [1, 3]) {
        const today = dateAt(now, reader);
        const period = { from: laterDate(today, 1 - days), to: today, current: 'days' as const };
        const expected = areaOf(0, days - 1);
        const [totals, points, before, parts, modes, weekdays, best, places, companies, robots, changes] =
          await Promise.all([
            server.ok(index, mallAdmin, period),
            server.ok(chart, mallAdmin, period),
            server.ok(chart, mallAdmin, { ...period, before: true }),
            server.ok(split, mallAdmin, { ...period, by: 'site' }),
            server.ok(details, mallAdmin, period),
            server.ok(times, mallAdmin, period),
            server.ok(ranking, mallAdmin, { ...period, top: 10 }),
            server.ok(regions, mallAdmin, period),
            server.ok(boardFigureCalls.companies, mallAdmin, period),
            server.ok(boardFigureCalls.robots, mallAdmin, { ...period, sort: '-cleanedM2' }),
            server.ok(boardFigureCalls.changes, mallAdmin, period),
          ]);
        const withoutSite = sum(
          worked.filter((one) => one.zone === '' && daysAgo(one) < days).map(({ m2 }) => m2),
        );
        expect({
          index: totals.totals.cleanedM2,
          chart: sum(points.points.map((point) => point.totals.cleanedM2)),
          split: sum(parts.parts.map((part) => part.totals.cleanedM2)),
          details: sum(modes.modes.map((part) => part.totals.cleanedM2)),
          times: sum(weekdays.weekdays.map((part) => part.totals.cleanedM2)),
          ranking: sum(best.devices.map((part) => part.totals.cleanedM2)),
          regions: sum(places.sites.map((site) => site.totals.cleanedM2)) + withoutSite,
          companies: companies.sum.figures.totals.cleanedM2,
          robots: sum(robots.list.map((robot) => robot.figures.totals.cleanedM2)),
          changes: changes.value,
        }).toEqual(
          Object.fromEntries(
            [
              'index',
              'chart',
              'split',
              'details',
              'times',
              'ranking',
              'regions',
              'companies',
              'robots',
              'changes',
            ].map((name) => [name, expected]),
          ),
        );
        const earlier = areaOf(days, 2 * days - 1);
        expect(totals.before.totals.cleanedM2).toBe(earlier);
        expect(sum(before.points.map((point) => point.totals.cleanedM2))).toBe(earlier);
        expect(companies.sum.before.totals.cleanedM2).toBe(earlier);
        expect((await server.ok(devices, mallAdmin, period)).worked).toBe(zones.length + 1);
        expect(totals.zones).toEqual(zones.toSorted());
      }
    expect(sum(week!.map(({ cleanedM2 }) => cleanedM2))).toBe(areaOf(0, 6));
    expect(rankings!.robots).toHaveLength(5);
  },
);

test('one site has one current day, whatever the day of the reader', async () => {
  await itIs('2030-01-02T16:30:00Z');
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  await server.aSite({ timezone: 'Etc/GMT+12' });
  const map = await server.aMap({ siteId: site.id });
  const at = '2030-01-02T16:29:00Z';
  await server.aReport({ mapId: map.id, startedAt: at, endedAt: at, receivedAt: at, cleanedM2: 7 });
  const today = { from: '2030-01-02', to: '2030-01-02', current: 'days' as const, siteId: site.id };
  const answer = await server.ok(index, mallAdmin, today);
  expect(answer).toMatchObject({
    from: '2030-01-03',
    to: '2030-01-03',
    zones: ['Asia/Shanghai'],
    totals: { cleanedM2: 7 },
  });
  expect(answer.before).toMatchObject({ from: '2030-01-02', to: '2030-01-02' });
  const { current: _current, ...literal } = today;
  expect((await server.ok(index, mallAdmin, literal)).totals.reports).toBe(0);
});

test('time online, starts, runs, alarms and savings take the current day of each site', async () => {
  await itIs('2030-01-02T16:30:00Z');
  const [east, west] = [
    await server.aSite({ timezone: 'Asia/Shanghai' }),
    await server.aSite({ timezone: 'Etc/GMT+12' }),
  ];
  for (const { id: siteId } of [east, west]) {
    const device = await server.aDevice({ siteId, inventory: 'OUTBOUND', createdAt: '2029-01-01T00:00:00Z' });
    const at = '2030-01-02T16:29:00Z';
    await server.anAlarm({ deviceId: device.id, raisedAt: at, arrivedAt: at });
    await server.aRun({ deviceId: device.id, state: 'SUCCESS', startedAt: at, endedAt: at });
  }
  const today = { from: '2030-01-02', to: '2030-01-02', current: 'days' as const };
  const { sum: all } = await server.ok(boardFigureCalls.companies, mallAdmin, today);
  expect(all.figures.alarms).toBe(2);
  // Shanghai has had half an hour of its day, the other site four and a half hours.
  expect(all.figures.online.boundS).toBe(5 * 3600);
  const { totals, points } = await server.ok(boardFigureCalls.online, mallAdmin, today);
  expect(totals.boundS).toBe(5 * 3600);
  expect(points.map(({ day }) => day)).toEqual(['2030-01-02', '2030-01-03']);
  const { kinds } = await server.ok(boardKindCalls.kinds, mallAdmin, today);
  expect(sum(kinds.map(({ runs }) => runs))).toBe(2);
  expect(await server.ok(siteTargetCalls.savings, mallAdmin, today)).toMatchObject({
    from: '2030-01-02',
    to: '2030-01-03',
  });
});
