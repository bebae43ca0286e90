import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { errors, statisticsCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { checkStatistics, rebuildStatistics } from './statistics-recount.ts';

const { index, chart, split, devices, regions, times, details, ranking } = statisticsCalls;
const server = testServer();

const { mallAdmin } = people;
const january = { from: '2030-01-01', to: '2030-01-31' };
const at = (day: number, clock = '08:00') => {
  const startedAt = `2030-01-${String(day).padStart(2, '0')}T${clock}:00.000Z`;
  return { startedAt, endedAt: startedAt, receivedAt: startedAt };
};
const everywhere = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(server.db, '*', work);

test('figures of reports are summed, and a figure without any report is null', async () => {
  const dry = { plannedM2: 100, cleanedM2: 96, seconds: 3600, cleaningSeconds: 1800 };
  await server.aReport({ ...at(3), ...dry });
  await server.aReport({ ...at(4), plannedM2: 100, cleanedM2: 74, waterL: 12.5, result: 'PARTIAL' });
  await server.aReport({ ...at(5), ...dry, companyId: companyIds.other });
  await server.aReport({ ...at(5), result: 'FAILED' });
  const { totals, before } = await server.ok(index, mallAdmin, january);
  expect(totals).toMatchObject({ reports: 3, succeeded: 1, partial: 1, failed: 1, leftOut: 0 });
  expect(totals).toMatchObject({
    cleanedM2: 170,
    coverage: 0.85,
    workedS: 3600,
    m2PerHour: 192,
    waterL: 12.5,
  });
  expect(totals.energyWh).toBeNull();
  expect(totals.known).toMatchObject({ cleanedM2: 2, waterL: 1, energyWh: 0 });
  expect(before).toMatchObject({
    from: '2029-12-01',
    to: '2029-12-31',
    totals: { reports: 0, cleanedM2: null },
  });
});

test('a report counts for its first day in the site’s time zone, also after the time zone changes', async () => {
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  const map = await server.aMap({ siteId: site.id });
  await server.aReport({ ...at(9, '20:00'), cleanedM2: 5, mapId: map.id });
  const days = async () => (await server.ok(chart, mallAdmin, january)).points.map(({ day }) => day);
  expect(await days()).toEqual(['2030-01-10']);
  await server.asOwner((sql) => sql`update sites set timezone = 'America/New_York'`);
  expect(await days()).toEqual(['2030-01-10']);
  expect(await everywhere(checkStatistics)).toMatchObject({ reports: 1, differences: 0 });
});

test('a report of a site with an unknown time zone counts for its UTC day', async () => {
  const site = await server.aSite({ timezone: 'Mars/Olympus' });
  await server.aReport({ ...at(9, '20:00'), mapId: (await server.aMap({ siteId: site.id })).id });
  expect((await server.ok(chart, mallAdmin, january)).points).toMatchObject([{ day: '2030-01-09' }]);
});

test('an implausible report is counted as left out and is not part of the sums', async () => {
  const good = { plannedM2: 10, cleanedM2: 8, seconds: 60 };
  await server.aReport({ ...at(3), ...good });
  await server.aReport({ ...at(3), ...good, cleanedM2: 80 });
  await server.aReport({ ...at(3), ...good, seconds: -5 });
  await server.aReport({ ...at(3), ...good, endedAt: at(2).startedAt });
  await server.aReport({
    ...good,
    startedAt: '2099-01-01T00:00:00Z',
    endedAt: '2099-01-01T01:00:00Z',
    receivedAt: at(3).receivedAt,
  });
  await server.aReport({
    ...good,
    startedAt: '1970-01-01T00:00:00Z',
    endedAt: '1970-01-01T01:00:00Z',
    receivedAt: at(3).receivedAt,
  });
  const { totals } = await server.ok(index, mallAdmin, january);
  expect(totals).toMatchObject({ reports: 6, leftOut: 5, cleanedM2: 8, coverage: 0.8, workedS: 60 });
});

test('the figures are split by site, robot, mode, step and weekday, and ranked', async () => {
  const site = await server.aSite({ name: 'North', timezone: 'UTC' });
  const map = await server.aMap({ siteId: site.id });
  const strong = await server.aDevice({ nickname: 'Strong', siteId: site.id });
  const weak = await server.aDevice({ nickname: 'Weak' });
  const areas = (mode: string) => [{ areaId: 'z1', cleaningMode: mode, plannedM2: 1, cleanedM2: 1 }] as never;
  await server.aReport({
    ...at(7),
    deviceId: strong.id,
    mapId: map.id,
    cleanedM2: 50,
    areas: areas('SWEEP'),
  });
  await server.aReport({
    ...at(15),
    deviceId: strong.id,
    mapId: map.id,
    cleanedM2: 30,
    areas: areas('SWEEP'),
  });
  await server.aReport({
    ...at(16),
    deviceId: weak.id,
    cleanedM2: 20,
    areas: [...areas('MOP'), ...areas('SWEEP')] as never,
  });
  const parts = async (by: 'site' | 'device') =>
    (await server.ok(split, mallAdmin, { ...january, by })).parts.map(({ name, totals }) => [
      name,
      totals.cleanedM2,
    ]);
  expect(await parts('site')).toEqual([
    ['North', 80],
    [null, 20],
  ]);
  expect(await parts('device')).toEqual([
    ['Strong', 80],
    ['Weak', 20],
  ]);
  const { modes } = await server.ok(details, mallAdmin, january);
  expect(modes.map(({ key, totals }) => [key, totals.reports])).toEqual([
    ['SWEEP', 2],
    ['MIXED', 1],
  ]);
  const weeks = await server.ok(chart, mallAdmin, { ...january, step: 'week', weekStart: 1 });
  expect(weeks.points.map(({ day, totals }) => [day, totals.reports])).toEqual([
    ['2030-01-07', 1],
    ['2030-01-14', 2],
  ]);
  const months = await server.ok(chart, mallAdmin, { ...january, step: 'month', deviceId: weak.id });
  expect(months.points).toMatchObject([{ day: '2030-01-01', totals: { cleanedM2: 20 } }]);
  const { weekdays } = await server.ok(times, mallAdmin, january);
  expect(weekdays.map(({ weekday, totals }) => [weekday, totals.reports])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const first = await server.ok(ranking, mallAdmin, { ...january, figure: 'cleanedM2', least: true });
  expect(first.devices.map(({ nickname }) => nickname)).toEqual(['Weak', 'Strong']);
  expect((await server.ok(ranking, mallAdmin, { ...january, figure: 'waterL' })).devices).toEqual([]);
  expect(await server.ok(devices, mallAdmin, january)).toMatchObject({ total: 2, online: 0, worked: 2 });
  const { sites } = await server.ok(regions, mallAdmin, january);
  expect(sites).toMatchObject([{ name: 'North', devices: 1, totals: { cleanedM2: 80 } }]);
});

test('regions have coordinates and country, sites without coordinates included, in pages', async () => {
  await server.asOwner((sql) => sql`update companies set region = 'CN' where id = ${companyIds.mall}`);
  const north = await server.aSite({ name: 'North', latitude: 31.2, longitude: 121.5 });
  await server.aSite({ name: 'South' });
  await server.aSite({ name: 'Foreign', companyId: companyIds.other });
  const device = await server.aDevice({ siteId: north.id });
  await server.setLiveState(device.id, { mode: 'AUTO_RUN', alarmLevel: 2 });
  const { sites, total } = await server.ok(regions, mallAdmin, january);
  expect(total).toBe(2);
  expect(sites).toMatchObject([
    { name: 'North', country: 'CN', latitude: 31.2, longitude: 121.5, online: 1, working: 1, alarmLevel: 2 },
    { name: 'South', latitude: null, longitude: null, devices: 0, totals: { reports: 0, cleanedM2: null } },
  ]);
  const second = await server.ok(regions, mallAdmin, { ...january, page: 2, pageSize: 1 });
  expect([second.total, second.sites.map(({ name }) => name)]).toEqual([2, ['South']]);
});

test('a period that ends before it starts, or is too long, is refused with its field', async () => {
  const answer = await server.send(index, mallAdmin, { from: '2030-02-01', to: '2030-01-01' });
  expect(answer).toMatchObject({ code: errors.invalid.code, data: { fields: { to: expect.any(String) } } });
  expect((await server.send(index, mallAdmin, { from: '1900-01-01', to: '2030-01-01' })).code).toBe(
    errors.invalid.code,
  );
});

/** An event of a report: it arrives, arrives again with its files, is corrected, or is deleted. */
const reportEvent = fc.record({
  report: fc.integer({ min: 0, max: 7 }),
  act: fc.constantFrom('come', 'come', 'come', 'again', 'correct', 'go'),
  day: fc.integer({ min: 1, max: 5 }),
  cleanedM2: fc.option(fc.float({ min: 0, max: 900, noNaN: true })),
  waterL: fc.option(fc.float({ min: -1, max: 90, noNaN: true })),
  place: fc.integer({ min: 0, max: 2 }),
});

test('the sums equal a recount after late, repeated, shuffled, corrected and deleted reports', async () => {
  const maps = [
    (await server.aMap({ siteId: (await server.aSite()).id })).id,
    (await server.aMap()).id,
    null,
  ];
  const robots = [await server.aDevice(), await server.aDevice(), await server.aDevice()];
  const ids = Array.from({ length: 8 }, () => server.newId());
  await fc.assert(
    fc.asyncProperty(fc.array(reportEvent, { minLength: 1, maxLength: 25 }), async (events) => {
      await everywhere((tx) => tx.delete(taskReports));
      for (const { report, act, day, cleanedM2, waterL, place } of events) {
        const id = ids[report]!;
        const lists = { areas: [], phases: [], pauses: [], alarmIds: [], consumables: [], coverageFiles: [] };
        const values = {
          ...at(day),
          cleanedM2,
          waterL,
          plannedM2: 800,
          mapId: maps[place]!,
          deviceId: robots[place]!.id,
        };
        await everywhere(async (tx) => {
          const rows = tx.insert(taskReports);
          if (act === 'come')
            await rows
              .values({ id, companyId: companyIds.mall, result: 'SUCCESS', code: '', ...lists, ...values })
              .onConflictDoNothing();
          else if (act === 'go') await tx.delete(taskReports).where(eq(taskReports.id, id));
          else
            await tx
              .update(taskReports)
              .set(act === 'again' ? { receivedAt: at(9).receivedAt, trajectoryFileId: id } : values)
              .where(eq(taskReports.id, id));
        });
      }
      expect(await everywhere(checkStatistics)).toMatchObject({ differences: 0 });
    }),
    { numRuns: 40 },
  );
});

test('a rebuild corrects wrong sums and leaves no difference', async () => {
  await server.aReport({ ...at(3), cleanedM2: 8 });
  await server.asOwner((sql) => sql`update device_days set cleaned_cm2 = 1`);
  await server.asOwner((sql) => sql`delete from site_days`);
  await server.asOwner((sql) => sql`delete from report_facts`);
  expect((await everywhere(checkStatistics)).differences).toBeGreaterThan(0);
  await everywhere(rebuildStatistics);
  expect(await everywhere(checkStatistics)).toEqual({ reports: 1, sums: 2, differences: 0 });
  expect((await server.ok(index, mallAdmin, january)).totals.cleanedM2).toBe(8);
});

test('the command exits with 1 and the number of differences for a check, and with 0 after a rebuild', async () => {
  await server.aReport({ ...at(3), cleanedM2: 8 });
  await server.asOwner((sql) => sql`update device_days set cleaned_cm2 = 1`);
  const run = (...more: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const program = join(import.meta.dirname, '../../../../../../scripts/stats-rebuild.ts');
      const env = { ...process.env, DATABASE_URL: server.databaseUrl };
      execFile('node', [program, ...more], { env }, (error, output) =>
        resolve({ code: Number(error?.code ?? 0), output }),
      );
    });
  expect(await run('--check')).toEqual({
    code: 1,
    output: 'As it is: 1 reports in 2 sums, 2 differences.\n',
  });
  const rebuilt = await run();
  expect(rebuilt.code).toBe(0);
  expect(rebuilt.output).toMatch(
    /^Before: .* 2 differences\.\nAfter: 1 reports in 2 sums, 0 differences\.\n$/,
  );
});
