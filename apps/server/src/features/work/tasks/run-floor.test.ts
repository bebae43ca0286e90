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

/** A map with a zone of 16 m², of which a no-go area closes a quarter. */
async function aMapWithNoGo() {
  const map = await server.aMap();
  const closed = { ...square(5, 2, 'closed'), type: 'NO_GO' as const };
  const drawing = { ...map.elements, zones: [square(2, 2), closed] };
  await server.asOwner((sql) => sql`update maps set elements = ${sql.json(drawing)} where id = ${map.id}`);
  return map.id;
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
