import type { SiteDetail, SiteFloor, SiteRow } from '@sweepline/contract';
import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { floors, sites } from '../../../entities/places/site-table.ts';

/** Floors in ascending order, each with its most recently changed map. */
export const floorsOf = sql<SiteRow['floors']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', ${floors.id}, 'name', ${floors.name}, 'mapId', (
    select ${maps.id} from ${maps} where ${maps.floorId} = ${floors.id} order by ${maps.updatedAt} desc limit 1
  )) order by ${floors.position}, ${floors.name})
  from ${floors} where ${floors.siteId} = ${sites.id}), '[]')`;

const countOf = (rows: SQL) => sql<number>`(select count(*)::int from ${rows})`;

const columns = {
  id: sites.id,
  companyId: sites.companyId,
  companyName: companies.name,
  name: sites.name,
  address: sites.address,
  timezone: sites.timezone,
  floors: floorsOf,
  latitude: sites.latitude,
  longitude: sites.longitude,
  deviceCount: countOf(sql`${devices} where ${devices.siteId} = ${sites.id}`),
  onlineCount: countOf(sql`${devices} join ${deviceLives} on ${deviceLives.id} = ${devices.id}
    where ${devices.siteId} = ${sites.id} and ${deviceLives.state} <> 'OFFLINE'`),
  mapCount: countOf(sql`${maps} where ${maps.siteId} = ${sites.id}`),
  version: sites.version,
  updatedAt: sites.updatedAt,
  updatedBy: sites.updatedBy,
};

/** Sites in the form of `SiteRow`. */
export const siteRows = (db: Tx) =>
  db.select(columns).from(sites).innerJoin(companies, eq(companies.id, sites.companyId)).$dynamic();

const groundOf = ({ gridFileId, width, height, resolution, originX, originY }: typeof maps.$inferSelect) => ({
  file: gridFileId,
  width,
  height,
  resolution,
  originX,
  originY,
});

const planOf = ({ planFileId: file, planWidth: width, planHeight: height }: typeof floors.$inferSelect) =>
  file && width && height ? { file, width, height } : null;

async function levelsOf(db: Tx, siteId: string): Promise<SiteFloor[]> {
  const [levels, mapsOfSite] = await Promise.all([
    db.select().from(floors).where(eq(floors.siteId, siteId)).orderBy(asc(floors.position), asc(floors.name)),
    db.select().from(maps).where(eq(maps.siteId, siteId)).orderBy(asc(maps.name)),
  ]);
  return levels.map((floor) => ({
    id: floor.id,
    name: floor.name,
    plan: planOf(floor),
    maps: mapsOfSite
      .filter(({ floorId }) => floorId === floor.id)
      .map((map) => ({ id: map.id, name: map.name, ground: groundOf(map), pairs: map.planPairs })),
  }));
}

export async function readSite(db: Tx, id: string): Promise<SiteDetail> {
  const [row] = await siteRows(db).where(and(eq(sites.id, id), visible(db, sites)));
  if (!row) throw new Refusal('notFound');
  const { floors: _floors, ...site } = row;
  return { ...site, levels: await levelsOf(db, id) };
}

/** A floor of a visible site. Locks the site. */
export async function findFloor(db: Tx, siteId: string, floorId: string) {
  const site = await find(db, sites, siteId, { lock: true });
  const floor = await find(db, floors, floorId);
  if (floor.siteId !== site.id) throw new Refusal('notFound');
  return { site, floor };
}

/** Records a change of a site or its floors in the site's row: version, time and account. */
export const touchSite = ({ db, now, account }: Ctx, id: string) =>
  db
    .update(sites)
    .set({
      version: sql`${sites.version} + 1`,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    })
    .where(eq(sites.id, id));

/** Robots of a site: those assigned to it and those on its maps. */
export async function robotsOfSite(db: Tx, siteId: string) {
  const onItsMaps = sql`${deviceLives.mapId} in (select ${maps.id}::text from ${maps} where ${maps.siteId} = ${siteId})`;
  const rows = await db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      model: devices.model,
      live: deviceLives,
    })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(visible(db, devices), or(eq(devices.siteId, siteId), onItsMaps)))
    .orderBy(asc(devices.nickname));
  return rows.map(({ live, ...device }) => ({
    ...device,
    state: live?.state ?? ('OFFLINE' as const),
    mode: live?.mode ?? null,
    paused: live?.paused ?? false,
    alarmLevel: live?.alarmLevel ?? 0,
    mapId: live?.mapId ?? null,
    pose: live && live.x !== null && live.y !== null ? { x: live.x, y: live.y, theta: live.theta } : null,
    lastSeenAt: live?.lastSeenAt ?? null,
  }));
}
