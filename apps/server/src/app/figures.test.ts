import { readFileSync } from 'node:fs';
import {
  boardFigureCalls,
  calendarCalls,
  needCalls,
  reportCalls,
  reportFigureCalls,
  runCalls,
  screenCalls,
  statisticsCalls,
  type ReportRow,
  type StatisticsTotals,
} from '@sweepline/contract';
import { beforeAll, expect, test } from 'vitest';

import { readFigures } from '../features/figures/report-subscriptions/subscription-figures.ts';
import { inScope } from '../platform/db/db.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';
import { storeConnections } from '../test-kit/telemetry-rows.ts';

/** The rows of docs/figures.md: each figure with the places where it stands. */
const table = readFileSync(new URL('../../../../docs/figures.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:figure|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, figure = '', , , , places = '']) => ({ figure, places: places.split(', ') }));

const server = sharedTestServer();
const { mallAdmin } = people;
const minuteMs = 60_000;
/** Now is another day at the first two sites. */
const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'];
const today = { from: '2030-01-02', to: '2030-01-02', current: 'days' as const };
/** The week of the calendar's page, which is not over. */
const week = { from: '2029-12-31', to: '2030-01-06' };
const bothDays = { from: '2030-01-01', to: '2030-01-02' };

/** Quarters are exact in every sum. The second report is a success of its robot and below the share of its site. */
const totalsOfRuns = [
  { plannedM2: 130, noGoM2: 10, reachableM2: 100, cleanedM2: 96.25, seconds: 3_700, cleaningSeconds: 3_000 },
  {
    plannedM2: 80.5,
    noGoM2: 0.5,
    reachableM2: 75,
    cleanedM2: 50.5,
    seconds: 2_000,
    cleaningSeconds: 1_500.5,
  },
  { plannedM2: 40, noGoM2: 0, reachableM2: 40, cleanedM2: 39.75, seconds: 1_000, cleaningSeconds: 800 },
];
const passes = { none: 2, once: 24, more: 6 };
const floor = { plannedM2: 32, noGoM2: 0, reachableM2: 32, cleanedM2: 30, notCleanedM2: 2, passes };
const measured = [{ areaId: 'z1', ...floor }];
const verdicts = ['SUCCESS', 'PARTIAL', 'SUCCESS'];
const ids: string[] = [];

/** A robot that cleaned at three sites lately, with an older report, an implausible one and a start that was missed. */
beforeAll(async () => {
  const now = server.clock().getTime();
  const at = (minutes: number) => new Date(now - minutes * minuteMs).toISOString();
  const sites = await Promise.all(zones.map((timezone) => server.aSite({ name: timezone, timezone })));
  const created = { createdAt: at(120), inventory: 'OUTBOUND' as const };
  const { id: deviceId } = await server.aDevice({ siteId: sites[2]!.id, ...created });
  await storeConnections(server.db, [{ companyId: companyIds.mall, deviceId, at: at(90), after: 'ONLINE' }]);
  for (const [place, totals] of totalsOfRuns.entries()) {
    const { id: mapId } = await server.aMap({ siteId: sites[place]!.id });
    const id = server.newId();
    ids.push(id);
    const times = { startedAt: at(100 - place), endedAt: at(80 - place), receivedAt: at(80 - place) };
    const start = { state: 'STARTED' as const, runId: id, dueAt: at(101 - place) };
    if (place < 2) await server.aStart({ deviceId, companyId: companyIds.mall, ...start });
    const toClean = totals.plannedM2 - totals.noGoM2;
    const coverage = totals.cleanedM2 / toClean;
    const driving = { cleaningM: 200, transitM: 7.5 + place, turns: 12 + place };
    await server.aReport({ id, deviceId, mapId, coverage, driving, measured, ...totals, ...times });
    await server.asOwner(
      (sql) => sql`update runs set planned_m2 = ${toClean}, started_at = ${times.startedAt},
        plan = plan || ${sql.json({ toolWidthM: 0.5, maxSpeedMps: 0.8 })} where id = ${id}`,
    );
  }
  const [mapId, old] = [(await server.aMap({ siteId: sites[0]!.id })).id, '2029-12-28T00:00:00Z'];
  await server.aReport({
    deviceId,
    mapId,
    ...totalsOfRuns[0]!,
    startedAt: old,
    endedAt: old,
    receivedAt: old,
  });
  const soon = { startedAt: at(10), endedAt: at(5), receivedAt: at(5) };
  await server.aReport({ deviceId, mapId, ...totalsOfRuns[0]!, cleanedM2: 900, ...soon, result: 'FAILED' });
  await server.aStart({ deviceId, state: 'MISSED', reason: 'SERVER_DOWN', dueAt: at(60) });
  await server.aStart({ deviceId, state: 'SKIPPED', reason: 'HOLIDAY', dueAt: at(50) });
});

type Totals = ReportRow['totals'];
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);
const total = (name: keyof (typeof totalsOfRuns)[number]) => sum(totalsOfRuns.map((one) => one[name]));
const cleanable = total('plannedM2') - total('noGoM2');

const details = () => Promise.all(ids.map((id) => server.ok(reportCalls.detail, mallAdmin, { id })));
const listed = async () =>
  (await server.ok(reportCalls.list, mallAdmin, { ...today, flagged: false, sort: 'startedAt' })).list;
/** The lines of the CSV file in the order of their start, as numbers by the names of the columns. */
async function filed(): Promise<Record<string, string>[]> {
  const { data } = await server.send(reportCalls.export, mallAdmin, { ...today, flagged: false });
  const [head = '', ...lines] = String(data).replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell])));
}
const summary = async () => (await server.ok(reportFigureCalls.summary, mallAdmin, today)).now;
const overview = async () => (await server.ok(statisticsCalls.index, mallAdmin, today)).totals;
const starts = async () => (await server.ok(boardFigureCalls.completion, mallAdmin, today)).totals;
const companies = async () => (await server.ok(boardFigureCalls.companies, mallAdmin, today)).sum.figures;
async function insights(): Promise<StatisticsTotals> {
  const { modes } = await server.ok(statisticsCalls.details, mallAdmin, today);
  expect(modes).toHaveLength(1);
  return modes[0]!.totals;
}
async function robots() {
  const { list } = await server.ok(boardFigureCalls.robots, mallAdmin, today);
  return list.find(({ figures }) => figures.totals.reports > 0)!.figures;
}
const screen = async () => (await server.ok(screenCalls.own, mallAdmin, {})).figures!.today;
const letters = () =>
  inScope(server.db, [companyIds.mall], async (tx) => {
    const all = { onlyCompanyId: null, siteId: null, deviceIds: [], timezone: 'UTC' };
    return (await readFigures(tx, all, bothDays)).totals;
  });
async function calendar(): Promise<string[]> {
  const to = server.clock().getTime();
  const range = { from: new Date(to - 180 * minuteMs).toISOString(), to: new Date(to).toISOString() };
  const { list } = await server.ok(calendarCalls.range, mallAdmin, range);
  return list.map(({ state }) => state);
}
const count = (values: readonly string[], value: string) => values.filter((each) => each === value).length;

const eachTotal = (name: keyof Totals) => ({
  report: async () => sum((await details()).map(({ totals }) => totals[name])),
  'report list': async () => sum((await listed()).map(({ totals }) => totals[name])),
  'report files': async () => sum((await filed()).map((row) => Number(row[name]))),
});
/** A figure of the sums at the places that show it. */
const summed = <N extends 'cleanedM2' | 'coverage' | 'm2PerHour' | 'workedS' | 'cleaningS'>(name: N) => ({
  overview: async () => (await overview())[name],
  insights: async () => (await insights())[name],
  companies: async () => (await companies()).totals[name],
  robots: async () => (await robots()).totals[name],
  'large screen': async () => (await screen())[name],
  letters: async () => (await letters())[name],
});
const startsBy = (name: 'due' | 'missed' | 'rate') => ({
  'planned starts': async () => (await starts())[name],
  companies: async () => (await companies()).starts[name],
  robots: async () => (await robots()).starts[name],
});
const toCleanOf = (rows: readonly { totals: Totals }[]) =>
  sum(rows.map(({ totals }) => totals.plannedM2! - totals.noGoM2!));
const ratioOf = (rows: readonly { totals: Totals }[], of: (totals: Totals) => number) =>
  sum(rows.map(({ totals }) => totals.cleanedM2)) / sum(rows.map(({ totals }) => of(totals)));
const verdictsOf = (results: readonly (string | null)[]) => [
  results.filter((result) => result === 'SUCCESS').length,
  results.filter((result) => result === 'PARTIAL').length,
];
const share = ({ succeeded, reports }: { succeeded: number; reports: number }) => succeeded / reports;

const runDetails = () => Promise.all(ids.map((id) => server.ok(runCalls.detail, mallAdmin, { id })));
const floorOfRuns = async (name: 'plannedM2' | 'reachableM2') =>
  sum((await runDetails()).map(({ floor }) => floor![name]));

type Door = () => Promise<unknown>;
const comparisons: Record<string, { value: unknown; doors: Record<string, Door> }> = {
  planned: {
    value: total('plannedM2'),
    doors: { ...eachTotal('plannedM2'), run: () => floorOfRuns('plannedM2') },
  },
  'to clean': {
    value: cleanable,
    doors: {
      report: async () => toCleanOf(await details()),
      'report list': async () => toCleanOf(await listed()),
      run: async () => sum((await runDetails()).map(({ plannedM2 }) => plannedM2)),
    },
  },
  reachable: {
    value: total('reachableM2'),
    doors: { ...eachTotal('reachableM2'), run: () => floorOfRuns('reachableM2') },
  },
  cleaned: {
    value: total('cleanedM2'),
    doors: {
      ...eachTotal('cleanedM2'),
      ...summed('cleanedM2'),
      'report summary': async () => (await summary()).cleanedM2,
    },
  },
  coverage: {
    value: total('cleanedM2') / cleanable,
    doors: {
      ...summed('coverage'),
      report: async () => ratioOf(await details(), ({ plannedM2, noGoM2 }) => plannedM2! - noGoM2!),
      'report summary': async () => (await summary()).coverage,
    },
  },
  verdict: {
    value: verdictsOf(verdicts),
    doors: {
      report: async () => verdictsOf((await details()).map(({ result }) => result)),
      'report list': async () => verdictsOf((await listed()).map(({ result }) => result)),
      'report files': async () => verdictsOf((await filed()).map((row) => row['result'] ?? '')),
      run: async () => verdictsOf((await runDetails()).map(({ result }) => result)),
      overview: async () => [(await overview()).succeeded, (await overview()).partial],
      // The last of the runs was not planned.
      calendar: async () => [count(await calendar(), 'DONE') + 1, count(await calendar(), 'SHORT')],
      'planned starts': async () => [(await starts()).done + 1, (await starts()).partial],
    },
  },
  'starts due': {
    value: 3,
    doors: {
      ...startsBy('due'),
      calendar: async () => {
        const { totals } = await server.ok(boardFigureCalls.completion, mallAdmin, week);
        const due = (await calendar()).filter((state) => state !== 'PLANNED' && state !== 'SKIPPED');
        expect(totals.due, 'the line above the blocks of the calendar').toBe(due.length);
        return totals.due;
      },
    },
  },
  'missed starts': {
    value: 1,
    doors: {
      ...startsBy('missed'),
      calendar: async () => count(await calendar(), 'MISSED'),
      needs: async () => {
        const { list } = await server.ok(needCalls.list, mallAdmin, { kind: ['MISSED_START'] });
        return sum(list.map(({ reason }) => Number(reason.params['starts'])));
      },
    },
  },
  'completion rate': { value: 1 / 3, doors: startsBy('rate') },
  'runs that succeeded': {
    // Two of three, and the implausible report is the fourth.
    value: 2 / 4,
    doors: {
      'report summary': async () => share(await summary()),
      overview: async () => share(await overview()),
      'large screen': async () => share(await screen()),
    },
  },
  'working time': { value: total('seconds'), doors: { ...eachTotal('seconds'), ...summed('workedS') } },
  'cleaning time': {
    value: total('cleaningSeconds'),
    doors: {
      ...eachTotal('cleaningSeconds'),
      ...summed('cleaningS'),
      'report summary': async () => (await summary()).cleaningSeconds,
    },
  },
  efficiency: {
    value: (total('cleanedM2') * 3_600) / total('cleaningSeconds'),
    doors: {
      ...summed('m2PerHour'),
      report: async () => ratioOf(await details(), ({ cleaningSeconds }) => cleaningSeconds!) * 3_600,
      'report summary': async () => (await summary()).m2PerHour,
    },
  },
  overlap: {
    // Of each 30 m² cleaned in the zone of a run, 6 were passed again.
    value: [0.2, 0.2, 0.2],
    doors: { report: async () => (await details()).map(({ driving }) => driving?.overlap) },
  },
  turns: {
    value: [12, 13, 14],
    doors: { report: async () => (await details()).map(({ driving }) => driving?.turns) },
  },
  transit: {
    value: [7.5, 8.5, 9.5],
    doors: { report: async () => (await details()).map(({ driving }) => driving?.transitM) },
  },
  'possible efficiency': {
    value: [1_440, 1_440, 1_440],
    doors: { report: async () => (await details()).map(({ driving }) => driving?.boundM2PerHour) },
  },
  'online rate': {
    value: 90 / 120,
    doors: {
      overview: async () =>
        (await server.ok(boardFigureCalls.online, mallAdmin, { ...today, deviceId: await robotId() })).totals
          .rate,
      companies: async () => (await companies()).online.rate,
      robots: async () => (await robots()).online.rate,
    },
  },
};
const robotId = async () => (await details())[0]!.device.id;

test('each figure of docs/figures.md has a comparison', () => {
  expect(table.map(({ figure }) => figure).toSorted()).toEqual(Object.keys(comparisons).toSorted());
});

test.each(table)(
  '$figure is the same at each of its places, to the last digit',
  async ({ figure, places }) => {
    const { value, doors } = comparisons[figure]!;
    const values: Record<string, unknown> = {};
    for (const place of places) {
      expect(Object.keys(doors), place).toContain(place);
      values[place] = await doors[place]!();
    }
    expect(values).toEqual(Object.fromEntries(places.map((place) => [place, value])));
  },
);
