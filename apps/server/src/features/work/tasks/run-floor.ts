import type { Output, runCalls, TrailPoint } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { maps } from '../../../entities/places/map-table.ts';
import { closedIn } from '../../../entities/work/floor/closed-areas.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { RunRow } from '../../../entities/work/run-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { visible } from '../../../platform/db/page.ts';
import { measureOnFloor, storedGridOf } from '../../places/maps/cells/map-cells-service.ts';
import { createFloorCache } from './run-floor-cache.ts';
import { openStates } from './run-read.ts';

type RunFloor = Output<(typeof runCalls)['detail']>['floor'];

const measured = createFloorCache<RunFloor>();

/** The floor as the report of the run has it; null without a measured report. */
async function floorOfReport(ctx: Ctx, id: string): Promise<RunFloor> {
  const { plannedM2, noGoM2, reachableM2 } = taskReports;
  const [report] = await inShortTransaction(ctx, (db) =>
    db
      .select({ plannedM2, noGoM2, reachableM2 })
      .from(taskReports)
      .where(and(eq(taskReports.id, id), visible(db, taskReports))),
  );
  const { plannedM2: planned, noGoM2: noGo, reachableM2: reachable } = report ?? {};
  if (planned == null || noGo == null || reachable == null) return null;
  return { plannedM2: planned, noGoM2: noGo, reachableM2: reachable };
}

/** The map of a run with its grid and no-go areas; undefined if it is missing or of another company. */
const readMap = (ctx: Ctx, { mapId, mapVersion, companyId }: RunRow) =>
  inShortTransaction(ctx, async (db) => {
    // Robots may report any text as the map.
    const where = and(sql`${maps.id}::text = ${mapId}`, eq(maps.companyId, companyId), visible(db, maps));
    const [map] = await db.select().from(maps).where(where);
    if (!map) return undefined;
    const grid = await storedGridOf(db, map, map.gridFileId);
    return { grid, closed: await closedIn(db, { mapId, mapVersion }, map.elements) };
  });

/** The floor of a cleaning run, as its report has it or will have it; null if it cannot be measured. */
export async function floorOf(
  ctx: Ctx,
  row: RunRow,
  readPath: () => Promise<readonly TrailPoint[]>,
): Promise<RunFloor> {
  if (row.kind !== 'CLEANING') return null;
  if (!openStates.includes(row.state)) return await floorOfReport(ctx, row.id);
  const map = row.plan.areas.length > 0 && (await readMap(ctx, row));
  if (!map) return null;
  const { plan } = row;
  const { grid, closed } = map;
  // The transactions before have shown that the reader may see the run and its map.
  return await measured.of(row.id, { grid, closed, plan }, ctx.now(), async () => {
    const run = { path: await readPath(), closed, plan };
    const figures = await measureOnFloor(ctx.services.files, grid, run);
    if (!figures) return null;
    const { plannedM2, noGoM2, reachableM2 } = figures;
    return { plannedM2, noGoM2, reachableM2 };
  });
}
