import { maxWallRobots, videoWallCalls, type WallSite } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { and, asc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { devices, isCountedDevice, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

/** Robots that named a camera and send pictures that every browser shows. */
const withCameras = (db: Tx) =>
  and(
    visible(db, devices),
    isCountedDevice,
    eq(devices.binding, 'ACTIVATED'),
    eq(deviceDocuments.kind, 'REPORTED'),
    sql`jsonb_array_length(coalesce(${deviceDocuments.document}->'cameras', '[]')) > 0`,
    sql`${deviceDocuments.document}->'streams' ? 'WS_JPEG'`,
  );
const name = sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`;

export const wallAnswers = answer(videoWallCalls, {
  sites: async ({ db }, { keyword, ...page }) => {
    const where = and(withCameras(db), keyword ? ilike(sites.name, contains(keyword)) : undefined);
    const found = db
      .select({ siteId: devices.siteId, siteName: sites.name })
      .from(devices)
      .innerJoin(deviceDocuments, eq(deviceDocuments.deviceId, devices.id))
      .leftJoin(sites, eq(sites.id, devices.siteId))
      .where(where)
      .groupBy(devices.siteId, sites.name);
    const total = db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(found.as('found'))
      .then(([row]) => row?.total ?? 0);
    // Robots without a site come last.
    const { list, total: count } = await paginate(
      page,
      found.orderBy(asc(sites.name), asc(devices.siteId)),
      total,
    );
    const robots = await robotsOf(
      db,
      list.map(({ siteId }) => siteId),
    );
    return {
      list: list.map(({ siteId, siteName }): WallSite => {
        const own = robots.filter((robot) => robot.siteId === siteId);
        return {
          siteId,
          siteName: siteName ?? '',
          total: own.length,
          robots: own.slice(0, maxWallRobots).map((robot) => ({ id: robot.id, name: robot.name })),
        };
      }),
      total: count,
    };
  },
});

/** The robots with cameras at some sites, by name. What a robot reports counts only if it has the capability. */
async function robotsOf(db: Tx, siteIds: readonly (string | null)[]) {
  const named = siteIds.filter((id) => id !== null);
  const isAt = [
    ...(named.length > 0 ? [inArray(devices.siteId, named)] : []),
    ...(named.length < siteIds.length ? [isNull(devices.siteId)] : []),
  ];
  if (isAt.length === 0) return [];
  const rows = await db
    .select({ id: devices.id, siteId: devices.siteId, name, ...vehicleColumns })
    .from(devices)
    .innerJoin(deviceDocuments, eq(deviceDocuments.deviceId, devices.id))
    .where(and(withCameras(db), or(...isAt)))
    .orderBy(asc(name), asc(devices.id));
  return rows.filter((robot) => can(robot, 'video'));
}
