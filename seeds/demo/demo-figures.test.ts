import {
  aiModelCalls,
  aiTrainingCalls,
  boardFigureCalls,
  calendarCalls,
  reportCalls,
  reportDocumentCalls,
  reportFigureCalls,
  runCalls,
  screenCalls,
  statisticsCalls,
  taskCalls,
  type PlannedStart,
} from '@sweepline/contract';
import { dateAt, laterDate } from '@sweepline/contract/robot';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFigures } from '../../apps/server/src/features/figures/report-subscriptions/subscription-figures.ts';
import { documentTexts } from '../../apps/server/src/features/work/reports/report-texts.ts';
import { paintWaiting } from '../../apps/server/src/features/work/zone-board/zone-painter-service.ts';
import { inScope } from '../../apps/server/src/platform/db/db.ts';
import { signIn } from '../../apps/server/src/test-kit/index.ts';
import { rowsOfSheet } from '../../apps/server/src/test-kit/files/sheet-rows.ts';
import type { Person } from '../../apps/server/src/test-kit/people.ts';
import { sharedTestServer } from '../../apps/server/src/test-kit/test-server.ts';
import { buildDemoWorld } from './demo-world.ts';
import { addStarts, partsSum, rowsSum, startsOf } from '../figure-sums.ts';

const server = sharedTestServer();
const password = 'seed-of-a-test';
/** The late evening in Cologne, and the next morning in Shanghai. */
const moment = '2030-03-04T22:30:00.000Z';
const today = moment.slice(0, 10);
const day = (before: number) => laterDate(today, -before);

/** Companies of each kind and both zones, from all robots to those of one site. */
const usernames = ['admin', 'shanghai.admin', 'rhein.admin', 'mall.admin', 'hospital.admin'] as const;
const readers = new Map<string, Person>();

interface Period {
  from: string;
  to: string;
  current?: 'days';
}
const periods: Record<string, Period> = {
  'the current day of each site': { from: today, to: today, current: 'days' },
  'a day that is over': { from: day(3), to: day(3) },
  'the last seven days of each site': { from: day(6), to: today, current: 'days' },
  'a month that is over': { from: day(34), to: day(6) },
};

beforeAll(async () => {
  server.clock.set(moment);
  const { db, files, vault, clock } = server;
  await buildDemoWorld({ db, files, vault, now: clock, password, daysOfPaths: 1, keep: () => {} });
  // The server measures the runs with a path, as it does after the start of the demo world; the others have nothing to measure.
  await server.asOwner(
    (sql) =>
      sql`delete from zone_work where id not in (select id from task_reports where trajectory_file_id is not null)`,
  );
  await paintWaiting({ db, files, now: clock }, (error) => expect.unreachable(String(error)));
  for (const username of usernames) readers.set(username, await signIn(server, { username, password }));
});

const readerOf = (username: string) => readers.get(username)!;

/** The company of an account and those below it. */
const companiesBelow = ({ companyId }: Person) =>
  server.asOwner(async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from companies where path like ${`%${companyId}/%`}`;
    return rows.map(({ id }) => id);
  });

/** Every row of a list. */
async function allRows<T>(read: (page: number) => Promise<{ list: T[]; total: number }>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await read(page);
    rows.push(...list);
    if (rows.length >= total || list.length === 0) return rows;
  }
}
const reportsOf = (who: Person, filter: object) =>
  allRows((page) => server.ok(reportCalls.list, who, { ...filter, page, pageSize: 50 }));
const robotsOf = (who: Person, period: Period) =>
  allRows((page) => server.ok(boardFigureCalls.robots, who, { ...period, page, pageSize: 50 }));

/** The lines of the file, by the names of its columns. */
async function linesOf(who: Person, period: Period): Promise<Map<string, string>[]> {
  const { code, data } = await server.send(reportCalls.export, who, period);
  expect(code).toBe(200);
  const [head = '', ...lines] = String(data).replace('\uFEFF', '').trim().split('\r\n');
  const names = head.split(',');
  const cells = (line: string) =>
    line.match(/(?:"(?:[^"]|"")*"|[^,"]*)(?:,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
  return lines.map(
    (line) =>
      new Map(
        cells(line)
          .slice(0, names.length)
          .map((cell, n) => [names[n]!, cell]),
      ),
  );
}

describe.each(usernames)('to %s', (username) => {
  test.each(Object.entries(periods))(
    'the sums of reports of %s are the same at all places',
    async (_name, period) => {
      const who = readerOf(username);
      const { totals, ...covered } = await server.ok(statisticsCalls.index, who, period);
      if (!period.current) expect(totals.reports).toBeGreaterThan(0);

      const { now, zones, ...answered } = await server.ok(reportFigureCalls.summary, who, period);
      const { cleaningSeconds, ...sums } = now;
      expect({ ...sums, cleaningS: cleaningSeconds }, 'report summary').toEqual(
        Object.fromEntries(
          Object.keys({ ...sums, cleaningS: 0 }).map((name) => [name, totals[name as 'reports']]),
        ),
      );
      expect([answered.from, answered.to, zones]).toEqual([covered.from, covered.to, covered.zones]);

      const board = await server.ok(boardFigureCalls.companies, who, period);
      expect(board.sum.figures.totals, 'companies').toEqual(totals);
      const parts = partsSum([totals]);
      expect(partsSum(board.parts.map(({ figures }) => figures.totals)), 'parts of companies').toEqual(parts);
      for (const by of ['company', 'site', 'device', 'mode'] as const) {
        const split = await server.ok(statisticsCalls.split, who, { ...period, by });
        expect(partsSum(split.parts.map((part) => part.totals)), by).toEqual(parts);
      }
      const { modes } = await server.ok(statisticsCalls.details, who, period);
      expect(partsSum(modes.map((mode) => mode.totals)), 'insights').toEqual(parts);
      const { points } = await server.ok(statisticsCalls.chart, who, period);
      expect(partsSum(points.map((point) => point.totals)), 'chart').toEqual(parts);
      const { weekdays } = await server.ok(statisticsCalls.times, who, period);
      expect(partsSum(weekdays.map((it) => it.totals)), 'weekdays').toEqual(parts);
      const regions = await server.ok(statisticsCalls.regions, who, period);
      expect(partsSum(regions.sites.map((site) => site.totals)), 'map of the sites').toEqual(parts);

      const rows = await reportsOf(who, period);
      const ofRows = rowsSum(rows);
      const { known: _known, ...ofTotals } = totals;
      expect({ ...ofRows, coverage: 0, m2PerHour: 0 }, 'report list').toEqual({
        ...ofTotals,
        coverage: 0,
        m2PerHour: 0,
      });
      expect(ofRows.coverage ?? -1).toBeCloseTo(totals.coverage ?? -1, 12);
      expect(ofRows.m2PerHour ?? -1).toBeCloseTo(totals.m2PerHour ?? -1, 9);

      if (!period.current) {
        const scope = { onlyCompanyId: null, siteId: null, deviceIds: [], timezone: 'UTC' };
        const companyIds = await companiesBelow(who);
        const letter = await inScope(server.db, companyIds, (tx) => readFigures(tx, scope, period));
        expect(letter.totals, 'letters').toEqual(totals);
      }
      if (period.from === today) {
        const { figures } = await server.ok(screenCalls.own, who, {});
        expect(figures!.today, 'large screen').toEqual(totals);
      }
    },
  );

  test.each(Object.entries(periods))(
    'the robots and rankings of %s have the sums of each robot',
    async (_name, period) => {
      const who = readerOf(username);
      const robots = await robotsOf(who, period);
      const { devices } = await server.ok(statisticsCalls.ranking, who, { ...period, top: 10 });
      if (!period.current) expect(devices.length).toBeGreaterThan(0);
      const { parts } = await server.ok(boardFigureCalls.changes, who, { ...period, by: 'device' });
      for (const { deviceId, totals } of devices) {
        const alone = await server.ok(statisticsCalls.index, who, { ...period, deviceId });
        expect(totals, 'ranking').toEqual(alone.totals);
        expect(robots.find(({ id }) => id === deviceId)?.figures.totals, 'robots').toEqual(alone.totals);
        const { value, before } = parts.find(({ key }) => key === deviceId)!;
        expect([value, before], 'changes').toEqual([alone.totals.cleanedM2, alone.before.totals.cleanedM2]);
      }
    },
  );

  test.each(Object.entries(periods))(
    'the planned starts of %s are the same at all places',
    async (_name, period) => {
      const who = readerOf(username);
      const { totals, points } = await server.ok(boardFigureCalls.completion, who, period);
      expect(addStarts(points.map((point) => point.totals)), 'chart').toEqual(totals);
      const { sum, parts } = await server.ok(boardFigureCalls.companies, who, period);
      expect(sum.figures.starts, 'companies').toEqual(totals);
      expect(addStarts(parts.map(({ figures }) => figures.starts)), 'parts of companies').toEqual(totals);
      const robots = await robotsOf(who, period);
      expect(addStarts(robots.map(({ figures }) => figures.starts)), 'robots').toEqual(totals);
      // The calendar has one state for runs that are partial and that failed.
      const short = { ...totals, partial: totals.partial + totals.failed, failed: 0 };
      expect(addStarts([startsOf(await plannedIn(who, period))]), 'calendar').toEqual(short);
    },
  );
});

test.each(['admin', 'rhein.admin'] as const)(
  'each report of the last days has the same figures at all places for %s',
  async (username) => {
    const who = readerOf(username);
    const period = { from: day(4), to: today };
    const rows = await reportsOf(who, period);
    expect(rows.length).toBeGreaterThan(5);
    const [lines, tasks, planned] = [
      new Map((await linesOf(who, period)).map((line) => [line.get('id'), line])),
      await allRows((page) => server.ok(taskCalls.list, who, { page, pageSize: 50 })),
      await plannedIn(who, { from: day(6), to: today }),
    ];
    const texts = documentTexts.en;
    const book = await server.answerOf(reportDocumentCalls.sheet, who, period);
    const [heads = [], ...cells] = await rowsOfSheet(book.rawPayload);
    const sheet = new Map(
      cells.map((row) => [row[heads.indexOf('ID')], new Map(heads.map((head, n) => [head, row[n]]))]),
    );
    expect([lines.size, sheet.size]).toEqual([rows.length, rows.length]);

    for (const { id, totals, result, origin, by } of rows) {
      const detail = await server.ok(reportCalls.detail, who, { id });
      expect([detail.totals, detail.result, detail.origin, detail.by]).toEqual([totals, result, origin, by]);
      const line = lines.get(id)!;
      for (const name of [
        'plannedM2',
        'noGoM2',
        'reachableM2',
        'cleanedM2',
        'coverage',
        'seconds',
        'cleaningSeconds',
      ] as const)
        expect(line.get(name), name).toBe(String(totals[name] ?? ''));
      expect([line.get('result'), line.get('origin'), line.get('by')]).toEqual([result, origin, by]);
      const row = sheet.get(id)!;
      expect(row.get(`${texts.cleaned} (m²)`) ?? null, 'sheet').toBe(totals.cleanedM2);
      expect(row.get(texts.coverage) ?? null, 'sheet').toBe(totals.coverage);
      expect([row.get(texts.result), row.get(texts.origin)]).toEqual([
        texts.resultWord[result],
        texts.originWord[origin],
      ]);

      const run = await server.ok(runCalls.detail, who, { id });
      expect([run.result, run.by, run.origin]).toEqual([result, by, origin]);
      const { plannedM2, noGoM2, reachableM2 } = totals;
      expect(run.floor).toEqual(
        noGoM2 === null || reachableM2 === null ? null : { plannedM2, noGoM2, reachableM2 },
      );
      expect([run.cleanedM2, run.coverage], 'run').toEqual([totals.cleanedM2, totals.coverage]);
      const last = tasks.find(({ lastRun }) => lastRun?.id === id)?.lastRun;
      if (last)
        expect([last.result, last.cleanedM2, last.coverage], 'task list').toEqual([
          result,
          totals.cleanedM2,
          totals.coverage,
        ]);
      const start = planned.find(({ runId }) => runId === id);
      if (start) expect(start.coverage, 'calendar').toBe(totals.coverage);
    }
    expect(rows.some(({ id }) => tasks.some(({ lastRun }) => lastRun?.id === id))).toBe(true);
    expect(rows.some(({ id }) => planned.some(({ runId }) => runId === id))).toBe(true);
  },
);

test('a model of the demo was trained with its pictures, and its training can be repeated', async () => {
  const admin = readerOf('admin');
  const { list: models } = await server.ok(aiModelCalls.list, admin, {});
  expect(models).toHaveLength(1);
  const model = await server.ok(aiModelCalls.detail, admin, { id: models[0]!.id });
  // Five classes: a network that guesses has an F1 of a fifth.
  expect(model.figures!.f1).toBeGreaterThan(0.3);
  expect(model.figures!.classes.every(({ count }) => count > 0)).toBe(true);
  const training = await server.ok(aiTrainingCalls.detail, admin, { id: model.trainingId });
  expect(training.epochList).toHaveLength(training.epochs);
  const repeated = await server.ok(aiTrainingCalls.again, admin, { id: model.trainingId });
  expect(repeated).toMatchObject({ state: 'WAITING', againOfId: model.trainingId });
});

/** The planned starts of a period whose time has come, on the days of their sites. */
async function plannedIn(who: Person, { from, to, current }: Period): Promise<PlannedStart[]> {
  const dayMs = 86_400_000;
  const [first, last] = [Date.parse(from) - dayMs, Date.parse(to) + 2 * dayMs];
  const range = { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
  const { list, more } = await server.ok(calendarCalls.range, who, range);
  expect(more).toBe(false);
  const daysMs = Date.parse(to) - Date.parse(from);
  return list.filter(({ dueAt, timezone, state }) => {
    const end = current ? dateAt(server.clock().getTime(), timezone) : to;
    const start = laterDate(end, -daysMs / dayMs);
    const due = dateAt(Date.parse(dueAt), timezone);
    return state !== 'PLANNED' && state !== 'SKIPPED' && due >= start && due <= end;
  });
}
