import type { MapDetail, MapElements, MapRow } from '@sweepline/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../platform/ctx.ts';
import { Refusal } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { checkVersion, find, visible } from '../../platform/page.ts';
import { companies } from '../companies/company-table.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { devices } from '../devices/device-table.ts';
import { floors, sites } from '../sites/site-table.ts';
import { maps } from './map-table.ts';

/** Says which map changed, after the commit: robots that stand on it get its zones anew. */
export const mapChanged = 'map.changed';

const zoneCount = sql<number>`jsonb_array_length(${maps.elements} -> 'zones')`;

const standing = sql<{ id: string; nickname: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', ${devices.id}, 'nickname', ${devices.nickname}) order by ${devices.nickname})
  from ${deviceLives} join ${devices} on ${devices.id} = ${deviceLives.id}
  where ${deviceLives.mapId} = ${maps.id}::text), '[]')`;

const shown = {
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
};

/** Maps with what a row shows of them; the drawing itself is left where it is. */
export const mapRows = (db: Tx) => joined(db.select(shown).from(maps).$dynamic());

type Select = ReturnType<typeof selectShown>;
const selectShown = (db: Tx) => db.select(shown).from(maps).$dynamic();
const joined = (query: Select) =>
  query
    .innerJoin(companies, eq(companies.id, maps.companyId))
    .leftJoin(sites, eq(sites.id, maps.siteId))
    .leftJoin(floors, eq(floors.id, maps.floorId));

export async function readMap(db: Tx, id: string): Promise<MapDetail> {
  const where = and(eq(maps.id, id), visible(db, maps));
  const [rows, drawn] = await Promise.all([
    mapRows(db).where(where),
    db.select({ elements: maps.elements }).from(maps).where(where),
  ]);
  const [row] = rows;
  const [drawing] = drawn;
  if (!row || !drawing) throw new Refusal('notFound');
  // A left join's columns are all there or all null, which the query builder knows and its type does not say.
  return { ...(row as MapRow), elements: drawing.elements };
}

/** Changes what is drawn on a map, unless somebody else changed it meanwhile. */
export async function changeMap(
  ctx: Ctx,
  id: string,
  version: number,
  change: (map: typeof maps.$inferSelect) => { name?: string; elements?: MapElements },
): Promise<MapDetail> {
  const map = await find(ctx.db, maps, id, { lock: true });
  checkVersion(map, version);
  await ctx.db
    .update(maps)
    .set({
      ...change(map),
      version: map.version + 1,
      updatedAt: ctx.now().toISOString(),
      updatedBy: ctx.account.username,
    })
    .where(eq(maps.id, id));
  ctx.db.afterCommit(() => ctx.services.bus.publish(mapChanged, { mapId: id }));
  return await readMap(ctx.db, id);
}

/** The floor of a site by its name, made when it is new. */
export async function floorNamed(db: Tx, companyId: string, siteId: string, name: string): Promise<string> {
  const [floor] = await db
    .insert(floors)
    .values({ companyId, siteId, name })
    // Setting the name to itself makes the existing row come back.
    .onConflictDoUpdate({ target: [floors.siteId, floors.name], set: { name } })
    .returning({ id: floors.id });
  return floor!.id;
}

/** Maps a device may be sent to: its company's, and on its own site where it has one. */
export const usableBy = (deviceId: string): SQL => sql`exists (
  select 1 from ${devices} where ${devices.id} = ${deviceId} and ${devices.companyId} = ${maps.companyId}
    and (${devices.siteId} is null or ${maps.siteId} is null or ${devices.siteId} = ${maps.siteId}))`;
