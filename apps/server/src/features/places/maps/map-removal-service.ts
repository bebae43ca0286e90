import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { mapChanged } from './drafts/map-version-service.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/** Refuses while a robot uses the map or a task refers to it. */
async function checkUnused(db: Tx, id: string): Promise<void> {
  const [standing] = await db
    .select({ id: deviceLives.id })
    .from(deviceLives)
    .where(and(eq(deviceLives.mapId, id), ne(deviceLives.state, 'OFFLINE')))
    .limit(1);
  const [used] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.mapId, id), ne(tasks.state, 'DELETED')))
    .limit(1);
  const [driving] = await db
    .select({ id: deviceMaps.id })
    .from(deviceMaps)
    .where(and(eq(deviceMaps.mapId, id), inArray(deviceMaps.status, ['IN_USE', 'SYNCING'])))
    .limit(1);
  if (standing || used || driving) throw new Refusal('mapInUse');
}

/** Robots that store the map and must remove it first. */
const holders = (db: Tx, mapId: string) =>
  db
    .select({ id: devices.id, nickname: devices.nickname, state: deviceLives.state })
    .from(deviceMaps)
    .innerJoin(devices, eq(devices.id, deviceMaps.deviceId))
    .leftJoin(deviceLives, eq(deviceLives.id, deviceMaps.deviceId))
    .where(and(eq(deviceMaps.mapId, mapId), inArray(deviceMaps.status, ['ENABLED', 'DISABLED'])));

/** Deletes a map from the robots that store it, then from the database. Refused while such a robot is offline. */
export async function removeMap(ctx: Ctx, robots: Robots, id: string): Promise<void> {
  const robotsWithMap = await inShortTransaction(ctx, async (db) => {
    await find(db, maps, id);
    await checkUnused(db, id);
    return await holders(db, id);
  });
  const offline = robotsWithMap.filter(({ state }) => state !== 'ONLINE').map(({ nickname }) => nickname);
  if (offline.length > 0) throw new Refusal('mapOnRobots', { words: { names: offline.join(', ') } });
  for (const device of robotsWithMap)
    await withCallRefusals(robots.maps.remove(device.id, id, ctx.account.username));
  await inShortTransaction(ctx, async (db) => {
    await find(db, maps, id, { lock: true });
    await checkUnused(db, id);
    // Only deleted tasks still refer to the map. Reports have their own copy of its data.
    await db.execute(sql`delete from ${tasks} where map_id = ${id}`);
    await db.delete(maps).where(eq(maps.id, id));
    db.afterCommit(() => ctx.services.bus.publish(mapChanged, { mapId: id }));
  });
}
