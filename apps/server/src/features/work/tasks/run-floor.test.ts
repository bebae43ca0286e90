import { reportCalls, runCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { runPaths } from '../../../entities/work/run-path-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { lanes } from '../../../test-kit/builders/path-builder.ts';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { paintWaiting } from '../zone-board/zone-painter-service.ts';

const server = testServer();
const { mallAdmin } = people;

const polygon = square(2, 2).points.map(({ x, y }): [number, number] => [x, y]);
const plan = {
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'CHARGE' as const,
  areas: [{ areaId: 'z1', name: 'Hall', polygon, areaM2: 16 }],
  toolWidthM: 0.5,
};

const closedFrom = (x: number) => ({ ...square(x, 2, `closed-${x}`), type: 'NO_GO' as const });

/** Draws a zone of 16 m² with no-go areas on a map. */
const draw = (mapId: string, ...closed: ReturnType<typeof closedFrom>[]) =>
  server.asOwner(
    (sql) => sql`update maps set elements = elements || ${sql.json({ zones: [square(2, 2), ...closed] })}
      where id = ${mapId}`,
  );

/** A map with a zone of 16 m², of which a no-go area closes a quarter. */
async function aMapWithNoGo() {
  const { id } = await server.aMap();
  await draw(id, closedFrom(5));
  return id;
}

const drive = (runId: string, startedAt: string) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(runPaths).values({
      companyId: companyIds.mall,
      runId,
      seq: 0,
      points: lanes(5).map(([x, y], n) => [Date.parse(startedAt) + n * 1000, x, y, 0, n > 0 ? 1 : 0]),
    }),
  );

test('planned and reachable floor of a run are the same while it is under way and in its report', async () => {
  const mapId = await aMapWithNoGo();
  const startedAt = server.clock().toISOString();
  // The robot plans less than the report will count.
  const robot = { plannedM2: 10.4, cleanedM2: 0.5, coverage: 0.05 };
  const run = await server.aRun({ mapId, plan, state: 'IN_PROGRESS', startedAt, ...robot });
  const floorOf = async () => (await server.ok(runCalls.detail, mallAdmin, { id: run.id })).floor!;
  const before = await floorOf();
  expect(before.plannedM2).toBeCloseTo(16, 4);
  expect(before.noGoM2).toBeCloseTo(4, 4);
  await drive(run.id, startedAt);
  server.clock.advance(20_000);
  const underWay = await floorOf();
  expect(underWay).toEqual({ ...before, reachableM2: expect.closeTo(before.reachableM2, 0) });

  const { id, companyId, deviceId } = run;
  await server.asOwner((sql) => sql`update runs set state = 'SUCCESS' where id = ${id}`);
  await server.asOwner(
    (
      sql,
    ) => sql`insert into task_reports (id, company_id, device_id, map_id, result, code, started_at, ended_at,
      received_at, areas, phases, pauses, alarm_ids, consumables, coverage_files)
      values (${id}, ${companyId}, ${deviceId}, ${mapId}, 'SUCCESS', '', ${startedAt}, ${startedAt}, ${startedAt},
      '[]', '[]', '[]', '[]', '[]', '[]')`,
  );
  server.clock.advance(60_000);
  await paintWaiting({ db: server.db, files: server.files, now: server.clock }, (error) =>
    server.faults.push(error),
  );
  const { totals } = await server.ok(reportCalls.detail, mallAdmin, { id });
  const ended = await floorOf();
  for (const name of ['plannedM2', 'noGoM2', 'reachableM2'] as const) {
    expect(ended[name], name).toBe(totals[name]);
    expect(ended[name], name).toBeCloseTo(underWay[name], 4);
  }
  expect(server.faults).toEqual([]);
});

test('the floor of a run under way is measured again after seconds, and at once when its map or plan changes', async () => {
  const { id: mapId } = await server.aMap();
  // The tool of 2 m does not fit between the no-go areas, where 1 m is free.
  await draw(mapId, closedFrom(0), closedFrom(5));
  const startedAt = server.clock().toISOString();
  const wide = { ...plan, toolWidthM: 2 };
  const { id } = await server.aRun({ mapId, plan: wide, state: 'IN_PROGRESS', startedAt });
  const floorOf = async (by = mallAdmin) => (await server.ok(runCalls.detail, by, { id })).floor!;
  const before = await floorOf();
  expect(before.reachableM2).toBe(0);
  await drive(id, startedAt);
  expect(await floorOf(), 'another fetch').toEqual(before);
  expect(await floorOf(people.superAdmin), 'a fetch of another reader').toEqual(before);
  server.clock.advance(20_000);
  const later = await floorOf();
  expect(later).toEqual({ ...before, reachableM2: expect.closeTo(4, 4) });

  await draw(mapId, closedFrom(5));
  const withLessNoGo = await floorOf();
  expect([later.noGoM2, withLessNoGo.noGoM2]).toEqual([expect.closeTo(12, 4), expect.closeTo(4, 4)]);
  const half = [{ ...plan.areas[0]!, polygon: polygon.map(([x, y]) => [x, Math.min(y, 4)]) }];
  await server.asOwner(
    (sql) => sql`update runs set plan = ${sql.json({ ...wide, areas: half })} where id = ${id}`,
  );
  expect((await floorOf()).plannedM2).toBeCloseTo(8, 4);
  await server.asOwner((sql) => sql`delete from maps where id = ${mapId}`);
  expect((await server.ok(runCalls.detail, mallAdmin, { id })).floor, 'without its map').toBeNull();
});

test('a run along edges, a drive and a run on an unknown map have no measured floor', async () => {
  const mapId = await aMapWithNoGo();
  const open = { plan, state: 'IN_PROGRESS' as const };
  const runs = [
    { ...open, mapId, plan: { ...plan, pattern: 'EDGE_ONLY' } },
    { ...open, mapId, kind: 'NAVIGATION' as const },
    { ...open, mapId: 'floor-1' },
    // A map of another company.
    { ...open, mapId: (await server.aMap({ companyId: companyIds.other })).id },
    { ...open, mapId, plan: { ...plan, areas: [] } },
  ];
  for (const values of runs) {
    const { id } = await server.aRun(values);
    expect((await server.ok(runCalls.detail, mallAdmin, { id })).floor).toBeNull();
  }
});
