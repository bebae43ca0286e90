import { errors, zoneBoardCalls } from '@sweepline/contract';
import { createGrid, FREE, OCCUPIED, type Grid } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { aDrivenReport, lanes } from '../../../test-kit/builders/path-builder.ts';
import { coverageAlong } from '../../../entities/work/floor/plan-floor.ts';
import { paintZones } from './zone-board-rules.ts';
import { paintWaiting } from './zone-painter-service.ts';

const { list, summary, history, setTarget, export: exportCsv } = zoneBoardCalls;
const server = testServer();

const { mallAdmin } = people;
const zone = square(2, 2);
const pathOf = (places: readonly (readonly [number, number])[]) =>
  places.map(([x, y], n) => [n * 1000, x, y, 0, 1] as [number, number, number, number, 0 | 1]);

const raster = { width: 200, height: 200, resolution: 0.05, originX: 0, originY: 0 };
type Path = ReturnType<typeof pathOf>;
function painted(zones: Parameters<typeof paintZones>[0], path: Path, toolWidthM: number, ground?: Grid) {
  const coverage = coverageAlong({ raster, path, tool: { toolWidthM } });
  return coverage ? paintZones(zones, { coverage, ground, toolWidthM }) : [];
}

const paint = () => {
  const painter = { db: server.db, files: server.files, now: server.clock };
  return paintWaiting(painter, (error) => server.faults.push(error));
};

const aCleaning = (mapId: string, startedAt: string, upTo = 6, deviceId?: string) =>
  aDrivenReport(server, { mapId, startedAt, places: lanes(upTo), ...(deviceId && { deviceId }) });

test('the coverage of a zone follows the path and the width of the tool', () => {
  const [whole] = painted([zone], pathOf(lanes()), 0.5);
  expect(whole).toMatchObject({ zoneId: 'z1', coverage: 1 });
  expect(whole?.floorM2).toBeCloseTo(16, 6);
  const [half] = painted([zone], pathOf(lanes(4)), 0.5);
  expect(half?.coverage).toBeCloseTo(0.5, 1);
  const [narrow] = painted([zone], pathOf(lanes()), 0.2);
  expect(narrow!.coverage).toBeGreaterThan(0.3);
  expect(narrow!.coverage).toBeLessThan(0.65);
  const away = lanes().map(([x, y]) => [x + 20, y] as const);
  expect(painted([zone], pathOf(away), 0.5)).toEqual([]);
  const lifted = pathOf(lanes()).map(([t, x, y, theta]): Path[number] => [t, x, y, theta, 0]);
  expect(painted([zone], lifted, 0.5)).toEqual([]);
});

test('obstacles within a zone do not count as its floor', () => {
  const ground = createGrid({ width: 100, height: 100, resolution: 0.1, originX: 0, originY: 0 }, FREE);
  for (let i = 0; i < ground.cells.length; i++) if (i % 100 >= 40) ground.cells[i] = OCCUPIED;
  const [half] = painted([zone], pathOf(lanes(4)), 0.5, ground);
  expect(half?.floorM2).toBeCloseTo(8, 5);
  expect(half!.coverage).toBeGreaterThan(0.98);
});

test('a no-clean area within a zone does not count as its floor', () => {
  const right = { ...square(4, 2, 'closed'), type: 'NO_CLEAN' as const };
  const [half] = painted([zone, right], pathOf(lanes(4)), 0.5);
  expect(half?.floorM2).toBeCloseTo(8, 5);
  expect(half!.coverage).toBeGreaterThan(0.98);
});

test('a zone is fresh, due soon, overdue or never cleaned by its interval and the reports', async () => {
  const site = await server.aSite({ name: 'North' });
  const map = await server.aMap({
    siteId: site.id,
    elements: { zones: [zone, square(10, 10, 'z2')], walls: [], points: [] } as never,
  });
  const robot = await server.aDevice({ nickname: 'Otter' });
  const set = (zoneId: string) =>
    server.ok(setTarget, mallAdmin, {
      mapId: map.id,
      zoneId,
      version: 0,
      source: 'INTERVAL',
      everyHours: 5,
    });
  expect(await server.ok(summary, mallAdmin, {})).toMatchObject({ FREE: 2 });
  await set('z1');
  expect(await set('z2')).toMatchObject({ state: 'NEVER', target: { version: 1, everyHours: 5 } });
  const report = await aCleaning(map.id, server.clock().toISOString(), 6, robot.id);
  await paint();
  const states = async () =>
    (await server.ok(list, mallAdmin, {})).list.map(({ zoneId, state }) => `${zoneId} ${state}`);
  expect(await states()).toEqual(['z2 NEVER', 'z1 FRESH']);
  const { list: fresh } = await server.ok(list, mallAdmin, { state: ['FRESH'] });
  expect(fresh).toMatchObject([
    {
      site: { name: 'North', timezone: expect.stringContaining('/') },
      lastCleaned: { reportId: report.id, device: { nickname: 'Otter' } },
    },
  ]);
  expect(fresh[0]!.lastCleaned!.coverage).toBeGreaterThan(0.85);
  server.clock.advance(4.5 * 3_600_000);
  expect(await states()).toEqual(['z2 NEVER', 'z1 SOON']);
  server.clock.advance(3_600_000);
  expect(await states()).toEqual(['z1 OVERDUE', 'z2 NEVER']);
  expect(await server.ok(summary, mallAdmin, {})).toMatchObject({ OVERDUE: 1, NEVER: 1, FREE: 0 });
  expect((await server.ok(list, people.otherAdmin, {})).total).toBe(0);
  expect(server.faults).toEqual([]);
});

test('a run with too little coverage is the last touch of a zone, but not its last cleaning', async () => {
  const map = await server.aMap();
  await aCleaning(map.id, '2030-01-01T00:00:00.000Z');
  const short = await aCleaning(map.id, '2030-01-02T00:00:00.000Z', 3.5);
  await paint();
  const [row] = (await server.ok(list, mallAdmin, {})).list;
  expect(row).toMatchObject({
    lastCleaned: { endedAt: '2030-01-01T00:00:00.000Z' },
    lastTouched: { reportId: short.id },
  });
  const runs = await server.ok(history, mallAdmin, { mapId: map.id, zoneId: 'z1' });
  expect(runs.list.map(({ coverage }) => coverage > 0.8)).toEqual([false, true]);
});

test('a report that is repeated or gets its path later leads to the same cleanings', async () => {
  const map = await server.aMap();
  const report = await aCleaning(map.id, '2030-01-01T00:00:00.000Z');
  const file = report.trajectoryFileId;
  const cleanings = () =>
    server.asOwner((sql) => sql`select report_id, zone_id, cleaned_m2, source from zone_cleanings`);
  await server.asOwner((sql) => sql`update task_reports set trajectory_file_id = null`);
  await paint();
  expect(await cleanings()).toEqual([]);
  await server.asOwner((sql) => sql`update task_reports set trajectory_file_id = ${file}`);
  await paint();
  const once = await cleanings();
  expect(once).toMatchObject([{ report_id: report.id, source: 'ROBOT' }]);
  await server.asOwner(
    (sql) =>
      sql`insert into zone_work (id, company_id, turn, attempts) select id, company_id, 0, 0 from task_reports`,
  );
  await paint();
  expect(await cleanings()).toEqual(once);
  expect(await server.asOwner((sql) => sql`select * from zone_work`)).toEqual([]);
});

test('a target is refused for an older version, an unknown zone and an interval without hours', async () => {
  const map = await server.aMap();
  const target = { mapId: map.id, zoneId: 'z1', version: 0, source: 'INTERVAL' as const };
  expect((await server.send(setTarget, mallAdmin, target)).code).toBe(errors.invalid.code);
  await server.ok(setTarget, mallAdmin, { ...target, everyHours: 12 });
  expect((await server.send(setTarget, mallAdmin, { ...target, everyHours: 8 })).code).toBe(
    errors.changedMeanwhile.code,
  );
  expect((await server.send(setTarget, mallAdmin, { ...target, zoneId: 'zz', everyHours: 8 })).code).toBe(
    errors.notFound.code,
  );
  expect(await server.ok(setTarget, mallAdmin, { ...target, version: 1, source: 'NONE' })).toMatchObject({
    state: 'FREE',
  });
});

test('a zone with a schedule target is due at the planned start of a task', async () => {
  const map = await server.aMap();
  const task = await server.aTask({ mapId: map.id });
  await server.ok(setTarget, mallAdmin, { mapId: map.id, zoneId: 'z1', version: 0, source: 'SCHEDULE' });
  const state = async () => (await server.ok(list, mallAdmin, {})).list[0];
  expect(await state()).toMatchObject({ state: 'FREE', dueAt: null });
  await server.asOwner(
    (
      sql,
    ) => sql`insert into schedule_starts (id, company_id, schedule_id, task_id, device_id, plan_date, moved, due_at, latest_at, minutes, run_id, state)
      values (gen_random_uuid(), ${task.companyId}, gen_random_uuid(), ${task.id}, ${task.deviceId}, '2030-01-02', false,
        '2030-01-02T01:00:00Z', '2030-01-02T02:00:00Z', 30, gen_random_uuid(), 'MISSED')`,
  );
  expect(await state()).toMatchObject({ state: 'OVERDUE', dueAt: '2030-01-02T01:00:00.000Z' });
  await aCleaning(map.id, '2030-01-02T02:30:00.000Z');
  await paint();
  expect(await state()).toMatchObject({ state: 'FREE' });
});

test('the export of the board escapes formulas', async () => {
  await server.aMap({ name: '=evil()' });
  const answer = await server.send(exportCsv, mallAdmin, {});
  const rows = String(answer.data).trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("'=evil()");
});
