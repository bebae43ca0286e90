import type { DeviceMapStatus, MapDetail, MapRow } from '@sweepline/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { floors, sites } from '../../../entities/places/site-table.ts';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { mapChanged } from './drafts/map-version-service.ts';
import { mapDrafts, mapVersions } from '../../../entities/places/map-version-table.ts';

const zoneCount = sql<number>`jsonb_array_length(${maps.elements} -> 'zones')`;

const standing = sql<{ id: string; nickname: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', ${devices.id}, 'nickname', ${devices.nickname}) order by ${devices.nickname})
  from ${deviceLives} join ${devices} on ${devices.id} = ${deviceLives.id}
  where ${deviceLives.mapId} = ${maps.id}::text), '[]')`;

const statuses = sql<MapRow['statuses']>`coalesce((
  select jsonb_agg(jsonb_build_object('status', status, 'count', n) order by n desc, status)
  from (select ${deviceMaps.status} as status, count(*)::int as n from ${deviceMaps}
    where ${deviceMaps.mapId} = ${maps.id} and ${deviceMaps.status} <> 'DELETED' group by 1) it), '[]')`;

/** Maps with this status on a robot. A map without robots counts as NOT_SYNCED. */
export const withStatus = (status: DeviceMapStatus): SQL => {
  const has = sql`exists (select 1 from ${deviceMaps} where ${deviceMaps.mapId} = ${maps.id} and ${deviceMaps.status} = ${status})`;
  const none = sql`not exists (select 1 from ${deviceMaps} where ${deviceMaps.mapId} = ${maps.id} and ${deviceMaps.status} <> 'DELETED')`;
  return status === 'NOT_SYNCED' ? sql`(${has} or ${none})` : has;
};
export const onDevice = (deviceId: string): SQL => sql`exists (
  select 1 from ${deviceMaps} where ${deviceMaps.mapId} = ${maps.id} and ${deviceMaps.deviceId} = ${deviceId}
    and ${deviceMaps.status} <> 'DELETED')`;

const columns = {
  id: maps.id,
  name: maps.name,
  companyId: maps.companyId,
  companyName: companies.name,
  site: { id: sites.id, name: sites.name },
  floor: floors.name,
  origin: maps.origin,
  ground: {
    file: maps.gridFileId,
    width: maps.width,
    height: maps.height,
    resolution: maps.resolution,
    originX: maps.originX,
    originY: maps.originY,
  },
  freeM2: maps.freeM2,
  zoneCount,
  devices: standing,
  createdAt: maps.createdAt,
  updatedAt: maps.updatedAt,
  updatedBy: maps.updatedBy,
  version: maps.version,
  revision: maps.revision,
  mode: maps.mode,
  statuses,
  hasDraft: sql<boolean>`exists (select 1 from ${mapDrafts} where ${mapDrafts.mapId} = ${maps.id})`,
  hasConflict: sql<boolean>`exists (select 1 from ${mapVersions} where ${mapVersions.mapId} = ${maps.id}
    and ${mapVersions.conflictWith} is not null and ${mapVersions.settledAt} is null)`,
};

/** Maps in the form of `MapRow`, without the drawing. */
export const mapRows = (db: Tx) => joined(selectColumns(db));

type Select = ReturnType<typeof selectColumns>;
const selectColumns = (db: Tx) => db.select(columns).from(maps).$dynamic();
const joined = (query: Select) =>
  query
    .innerJoin(companies, eq(companies.id, maps.companyId))
    .leftJoin(sites, eq(sites.id, maps.siteId))
    .leftJoin(floors, eq(floors.id, maps.floorId));

export async function readMap(db: Tx, id: string): Promise<MapDetail> {
  const where = and(eq(maps.id, id), visible(db, maps));
  const [rows, drawings] = await Promise.all([
    mapRows(db).where(where),
    db.select({ elements: maps.elements }).from(maps).where(where),
  ]);
  const [row] = rows;
  const [drawing] = drawings;
  if (!row || !drawing) throw new Refusal('notFound');
  // The columns of a left join are all present or all null. The type of the query builder does not state this.
  return { ...(row as MapRow), elements: drawing.elements };
}

/** Changes the name and the place of a map. It adds no version, because robots do not use these fields. */
export async function updateMap(
  { db, now, account, services }: Ctx,
  map: typeof maps.$inferSelect,
  values: Partial<Pick<typeof maps.$inferInsert, 'name' | 'siteId' | 'floorId' | 'planPairs'>>,
): Promise<void> {
  const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
  await db
    .update(maps)
    .set({ ...values, ...stamp, revision: map.revision + 1 })
    .where(eq(maps.id, map.id));
  db.afterCommit(() => services.bus.publish(mapChanged, { mapId: map.id }));
}

/** The id of a site's floor by its name. A missing floor is created. */
export async function findOrCreateFloor(
  db: Tx,
  companyId: string,
  siteId: string,
  name: string,
): Promise<string> {
  const [floor] = await db
    .insert(floors)
    .values({ companyId, siteId, name })
    // Setting the name to itself returns the existing row.
    .onConflictDoUpdate({ target: [floors.siteId, floors.name], set: { name } })
    .returning({ id: floors.id });
  return floor!.id;
}

/** Maps that a device may use: maps of its company, and of its site if both have one. */
export const usableBy = (deviceId: string): SQL => sql`exists (
  select 1 from ${devices} where ${devices.id} = ${deviceId} and ${devices.companyId} = ${maps.companyId}
    and (${devices.siteId} is null or ${maps.siteId} is null or ${devices.siteId} = ${maps.siteId}))`;
