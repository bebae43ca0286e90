import { gzipSync } from 'node:zlib';
import { errors, reportCalls, reportFigureCalls, csvLine } from '@sweepline/contract';
import { encodeTrajectory } from '@sweepline/map-core';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { companyIds, people, square, startedAt } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { csvText } from './report-export.ts';
import { reportTimes } from './report-clock-service.ts';

const { list, detail, path, export: exportCsv } = reportCalls;
const server = testServer();

const { mallAdmin } = people;
const day = (n: number) => `2030-01-0${n}T08:00:00.000Z`;

const store = (mediaType: string, content: Uint8Array) =>
  inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'TRAJECTORY',
      name: 'f',
      mediaType,
      content,
    }),
  );

test('the totals of a report hold its figures, and null for unknown values', async () => {
  const { id } = await server.aReport({
    plannedM2: 100,
    cleanedM2: 80,
    cleaningSeconds: 1800,
    coverage: 0.8,
  });
  const { totals, by } = await server.ok(detail, mallAdmin, { id });
  // The sender of the run.
  expect(by).toBe('test');
  expect(totals).toMatchObject({
    plannedM2: 100,
    cleanedM2: 80,
    m2PerHour: 160,
    waterL: null,
    socEnd: null,
    charges: null,
  });
});

test('reports are filtered by time, result and device, and sorted with unknown values last', async () => {
  const device = await server.aDevice({ nickname: 'Otter' });
  await server.aReport({ startedAt: day(1), cleanedM2: 10, deviceId: device.id });
  await server.aReport({ startedAt: day(2), cleanedM2: null, result: 'FAILED' });
  await server.aReport({ startedAt: day(3), cleanedM2: 30, result: 'PARTIAL' });
  await server.aReport({ startedAt: day(4), companyId: companyIds.other });
  const days = async (filter: object) =>
    (await server.ok(list, mallAdmin, filter)).list.map((report) => Number(report.startedAt.slice(9, 10)));
  expect(await days({})).toEqual([3, 2, 1]);
  expect(await days({ sort: 'startedAt' })).toEqual([1, 2, 3]);
  expect(await days({ sort: '-cleanedM2' })).toEqual([3, 1, 2]);
  expect(await days({ from: day(2), to: day(3) })).toEqual([3, 2]);
  expect(await days({ result: ['FAILED', 'PARTIAL'] })).toEqual([3, 2]);
  expect(await days({ keyword: 'otter' })).toEqual([1]);
  expect(await days({ deviceId: device.id })).toEqual([1]);
});

test('a report has its map and its coverage picture', async () => {
  const map = await server.aMap();
  const picture = await store('image/png', new Uint8Array([1]));
  const { id } = await server.aReport({
    mapId: map.id,
    coverageFiles: [{ mapId: map.id, fileId: picture.id }],
    socStart: 90,
    socEnd: 40,
  });
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
    map: { id: map.id },
    ground: { file: map.gridFileId, width: 200 },
    coverage: { file: picture.id, resolution: 0.1, originX: 0, originY: 0 },
    battery: [{ soc: 90 }, { soc: 40 }],
  });
});

test('a report lists missed floor with the robot’s reason', async () => {
  const missed = [{ areaId: 'z1', x: 3, y: 4, reason: 'OBSTACLE' }];
  const { id } = await server.aReport({ missed });
  expect((await server.ok(detail, mallAdmin, { id })).missed).toEqual(missed);
});

test('the no-go areas of a report are those of the map version of its run', async () => {
  const fountain = { ...square(3, 3, 'fountain'), type: 'NO_GO' as const };
  const { elements, id: mapId } = await server.aMap();
  const drawing = { ...elements, zones: [...elements.zones, fountain] };
  const closed = async (version: number | null) => {
    const { id } = await server.aReport({ mapId });
    await server.asOwner((sql) => sql`update runs set map_version = ${version} where id = ${id}`);
    return (await server.ok(detail, mallAdmin, { id })).closed;
  };
  await server.asOwner(async (sql) => {
    await sql`update map_versions set elements = ${sql.json(drawing)} where map_id = ${mapId} and version = 1`;
  });
  expect(await closed(1)).toEqual([fountain.points]);
  // For an unknown version and for a run without a version, the current map is used.
  expect([await closed(7), await closed(null)]).toEqual([[], []]);
});

test('the path of a report is that of its trajectory file, on the map of the report', async () => {
  const map = await server.aMap();
  const point = { theta: 0, cleaning: true, manual: false, elevator: false };
  const points = [0, 1, 2].map((n) => ({ ...point, t: n * 1000, x: n, y: 1 }));
  const trajectory = { runId: 'r', mapId: map.id, t0: startedAt, points };
  const elsewhere = { ...trajectory, mapId: 'other floor' };
  const file = await store('application/gzip', gzipSync(encodeTrajectory([trajectory, elsewhere])));
  const { id } = await server.aReport({ mapId: map.id, trajectoryFileId: file.id });
  expect(await server.ok(path, mallAdmin, { id })).toEqual({
    source: 'ROBOT',
    points: [0, 1, 2].map((n) => [n * 1000, n, 1, 0, 1]),
  });
});

test('the path of a report is that of the stream when its trajectory file is unreadable', async () => {
  const file = await store('application/gzip', new Uint8Array([1, 2, 3]));
  const { id } = await server.aReport({ trajectoryFileId: file.id });
  expect(await server.ok(path, mallAdmin, { id })).toEqual({ source: 'STREAM', points: [] });
});

test('an export has every row once, with formulas escaped and unknown values empty', async () => {
  const device = await server.aDevice({ nickname: '=cmd(), "x"' });
  for (let n = 0; n < 3; n++)
    await server.aReport({ deviceId: device.id, startedAt: day(n + 1), cleanedM2: n === 0 ? null : n });
  await server.aReport({ startedAt: day(2), companyId: companyIds.other });
  const answer = await server.send(exportCsv, mallAdmin, { from: day(1), to: day(9) });
  const rows = String(answer.data).replace('\ufeff', '').trim().split('\r\n');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toContain('cleanedM2');
  expect(rows[1]).toContain(`"'=cmd(), ""x"""`);
  const columns = rows[0]?.split(',') ?? [];
  expect(rows[1]?.split(',').at(columns.indexOf('cleanedM2') - columns.length)).toBe('');
});

test('an export of several batches has every row once, also with equal times', async () => {
  const run = await server.aRun();
  await server.asOwner(async (sql) => {
    // The rows are inserted without triggers for speed. The test does not read what the triggers write.
    await sql`set session_replication_role = replica`;
    await sql`
      with inserted as (
        insert into runs (id, company_id, kind, name, device_id, origin, state, by, plan, phases, created_at)
        select gen_random_uuid(), company_id, kind, name, device_id, origin, state, by, plan, phases, created_at
        from runs, generate_series(1, 8203) where id = ${run.id} returning *)
      insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, areas, phases, pauses, alarm_ids,
        consumables, coverage_files, received_at)
      select id, company_id, device_id, 'SUCCESS', '', ${startedAt}, ${startedAt}, '[]', '[]', '[]', '[]', '[]', '[]', ${startedAt} from inserted`;
  });
  const answer = await server.send(exportCsv, mallAdmin, { from: day(1), to: day(9) });
  const ids = String(answer.data)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0]);
  expect(ids).toHaveLength(8203);
  expect(new Set(ids).size).toBe(8203);
});

test('an export is refused for more than a month, with its end before its start, and without the right to export', async () => {
  const from = '2030-01-01T00:00:00.000Z';
  expect((await server.send(exportCsv, mallAdmin, { from, to: '2030-03-01T00:00:00.000Z' })).msg).toBe(
    errors.exportTooLong.texts.en,
  );
  expect((await server.send(exportCsv, mallAdmin, { from, to: '2029-12-01T00:00:00.000Z' })).msg).toBe(
    errors.invalid.texts.en,
  );
  expect((await server.send(exportCsv, people.reader, { from, to: from })).code).toBe(errors.forbidden.code);
});

test('an implausible report is stored with its flag and is not part of the figures', async () => {
  const from = day(1);
  const good = { plannedM2: 100, cleanedM2: 80, cleaningSeconds: 3600, startedAt: day(2), endedAt: day(2) };
  await server.aReport(good);
  await server.aReport({ ...good, cleanedM2: 250 });
  await server.aReport({ ...good, seconds: -5 });
  await server.aReport({ ...good, endedAt: day(1) });
  await server.aReport({ ...good, toldStartedAt: '1970-01-01T00:00:00Z' });
  await server.aReport({
    ...good,
    startedAt: '2099-01-01T00:00:00.000Z',
    endedAt: '2099-01-02T00:00:00.000Z',
  });
  const { list: rows } = await server.ok(list, mallAdmin, { sort: 'startedAt' });
  expect(rows.map(({ flags }) => flags).toSorted()).toEqual([
    [],
    ['CLEANED_OVER_PLANNED'],
    ['CLOCK'],
    ['CLOCK'],
    ['ENDS_BEFORE_START'],
    ['NEGATIVE'],
  ]);
  expect((await server.ok(list, mallAdmin, { flagged: true })).total).toBe(5);
  expect((await server.ok(list, mallAdmin, { flagged: false })).total).toBe(1);
  const { now } = await server.ok(reportFigureCalls.summary, mallAdmin, { from, to: day(9) });
  expect(now).toMatchObject({ reports: 5, leftOut: 4, cleanedM2: 80, coverage: 0.8, m2PerHour: 80 });
});

test('an implausible time is replaced by the arrival, and the duration is preserved', () => {
  const at = '2030-01-02T10:00:00.000Z';
  const [good, later] = ['2030-01-02T08:00:00.000Z', '2030-01-02T09:00:00.000Z'];
  expect(reportTimes(good, later, at)).toMatchObject({
    startedAt: good,
    endedAt: later,
    toldStartedAt: null,
  });
  expect(reportTimes('1970-01-01T00:00:00Z', '1970-01-01T00:30:00Z', at)).toEqual({
    startedAt: '2030-01-02T09:30:00.000Z',
    endedAt: at,
    toldStartedAt: '1970-01-01T00:00:00Z',
    toldEndedAt: '1970-01-01T00:30:00Z',
  });
  expect(reportTimes('1970-01-01T00:00:00Z', later, at)).toMatchObject({ startedAt: later, endedAt: later });
  expect(reportTimes(good, '2099-01-01T00:00:00Z', at)).toMatchObject({ startedAt: good, endedAt: at });
  expect(reportTimes(later, good, at)).toMatchObject({ startedAt: later, endedAt: good, toldEndedAt: null });
});

test('the summary compares a period with the one before, by day of the site', async () => {
  const { id: siteId } = await server.aSite({ timezone: 'Europe/Berlin' });
  const { id: mapId } = await server.aMap({ siteId });
  const at = (text: string) => ({ mapId, startedAt: text, endedAt: text });
  await server.aReport({ cleanedM2: 10, ...at('2030-01-01T23:30:00.000Z') });
  await server.aReport({ cleanedM2: 40, ...at('2029-12-31T23:30:00.000Z') });
  const input = { from: '2030-01-02', to: '2030-01-02' };
  const { now, before, steps } = await server.ok(reportFigureCalls.summary, mallAdmin, input);
  expect([now.cleanedM2, before.cleanedM2]).toEqual([10, 40]);
  expect(steps).toEqual([{ day: '2030-01-02', cleanedM2: 10, beforeM2: 40, reports: 1 }]);
});

test('the earlier reports are those of the same task, newest first', async () => {
  const task = await server.aTask();
  const fields = { taskId: task.id, deviceId: task.deviceId };
  for (const n of [1, 2, 3]) await server.aReport({ ...fields, startedAt: day(n), cleanedM2: n });
  const { id } = await server.aReport({ ...fields, startedAt: day(4) });
  await server.aReport({ startedAt: day(2) });
  const earlier = await server.ok(reportFigureCalls.earlier, mallAdmin, { id });
  expect(earlier.list.map(({ cleanedM2 }) => cleanedM2)).toEqual([3, 2, 1]);
});

test('reports are filtered by mode, zone and site', async () => {
  const site = await server.aSite();
  const map = await server.aMap({ siteId: site.id });
  const areas = [{ areaId: 'z9', mapId: map.id, cleaningMode: 'MOP', plannedM2: 1, cleanedM2: 1 }] as never;
  const { id } = await server.aReport({ mapId: map.id, areas });
  await server.aReport();
  for (const filter of [{ siteId: site.id }, { zoneId: 'z9' }, { cleaningMode: ['MOP'] }])
    expect((await server.ok(list, mallAdmin, filter)).list.map((row) => row.id)).toEqual([id]);
  expect((await server.ok(list, mallAdmin, { cleaningMode: ['SCRUB'] })).total).toBe(2);
});

test('the SQL of a CSV cell has the same result as csvLine', async () => {
  const words = [
    '',
    'plain',
    '=1+1',
    '-3',
    'a,b',
    'say "hi"',
    '=a,"b"',
    'two\nlines',
    '\ttab',
    '＝全',
    'x=1',
    '\r',
  ];
  const written = await inScope(server.db, '*', async (tx) => {
    const rows = await tx.execute<{ cell: string }>(
      sql`select ${csvText(sql`word`)} as cell from unnest(${sql.param(words)}::text[]) with ordinality as t(word, n) order by n`,
    );
    return rows.map(({ cell }) => cell);
  });
  expect(written).toEqual(words.map((word) => csvLine([word]).slice(0, -2)));
});

test('the figures of a deleted map are visible to its company, and the map is missing for others', async () => {
  const map = await server.aMap();
  await server.aReport({ mapId: map.id, cleanedM2: 12, startedAt: day(2), endedAt: day(2) });
  await server.asOwner(async (sql) => {
    await sql`update runs set map_id = ${map.id}`;
    await sql`delete from maps where id = ${map.id}`;
  });
  const input = { from: day(1), to: day(3), mapId: map.id };
  expect((await server.ok(reportFigureCalls.summary, mallAdmin, input)).now.cleanedM2).toBe(12);
  const answers = [
    await server.send(reportFigureCalls.summary, people.otherAdmin, input),
    await server.send(reportFigureCalls.summary, mallAdmin, { ...input, mapId: crypto.randomUUID() }),
  ];
  expect(answers.map(({ code }) => code)).toEqual([errors.notFound.code, errors.notFound.code]);
});
