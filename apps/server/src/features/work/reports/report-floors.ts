import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { storedGridOf, type StoredGrid } from '../../places/maps/cells/map-cells-service.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import type { PeriodFloor } from './documents/report-period-order.ts';
import { bytesOf } from './report-stored.ts';
import { taskReports } from '../../../entities/work/report-table.ts';

/** Limits for a readable document: the floors cleaned most often, each with its latest runs. */
const maxFloors = 6;
const maxRuns = 20;

const hasPicture = sql`jsonb_array_length(${taskReports.coverageFiles}) > 0 and ${taskReports.pictureFault} is null`;

/** A floor without its cells. The cells are read outside the transaction. */
export type GatheredFloor = Omit<PeriodFloor, 'ground'> & { ground: StoredGrid };

/** The floors cleaned most often within a filter, with the coverage pictures of their latest runs. */
export async function floorsOf(db: Tx, files: FileStore, where: SQL | undefined): Promise<GatheredFloor[]> {
  const mostCleaned = await db
    .select({ mapId: taskReports.mapId })
    .from(taskReports)
    .where(and(where, hasPicture))
    .groupBy(taskReports.mapId)
    .orderBy(sql`count(*) desc`)
    .limit(maxFloors);
  const floors: GatheredFloor[] = [];
  for (const { mapId } of mostCleaned) {
    const floor = mapId && (await floorOf(db, files, where, mapId));
    if (floor) floors.push(floor);
  }
  return floors;
}

async function floorOf(db: Tx, files: FileStore, where: SQL | undefined, mapId: string) {
  const [map] = await db
    .select({ map: maps, site: sites.name })
    .from(maps)
    .leftJoin(sites, eq(sites.id, maps.siteId))
    .where(sql`${maps.id}::text = ${mapId}`);
  if (!map) return undefined;
  const latest = await db
    .select({ files: taskReports.coverageFiles, plan: runs.plan })
    .from(taskReports)
    .innerJoin(runs, eq(runs.id, taskReports.id))
    .where(and(where, hasPicture, eq(taskReports.mapId, mapId)))
    .orderBy(desc(taskReports.startedAt))
    .limit(maxRuns);
  const coverages: Uint8Array[] = [];
  for (const { files: pictures } of latest) {
    const bytes = await bytesOf(db, files, pictures.find((picture) => picture.mapId === mapId)?.fileId);
    if (bytes) coverages.push(bytes);
  }
  const zones = new Map(
    latest.flatMap(({ plan }) => plan.areas).map(({ areaId, polygon }) => [areaId, polygon]),
  );
  return {
    name: map.map.name,
    site: map.site,
    ground: await storedGridOf(db, map.map, map.map.gridFileId),
    coverages,
    zones: [...zones.values()].map((polygon) => polygon.map(([x, y]) => ({ x, y }))),
  };
}
