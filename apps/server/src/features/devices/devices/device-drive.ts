import { can } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { stationOf, zoneSourceOf } from '../../../entities/work/run-request.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/** The device, its live state, and the named map or else its current one, if the server has it. */
const locateDevice = (ctx: Ctx, id: string, mapId?: string) =>
  inShortTransaction(ctx, async (db) => {
    const device = await find(db, devices, id);
    const [live] = await db.select().from(deviceLives).where(eq(deviceLives.id, id));
    // Robots may use any text as map name; only ids of the server are UUIDs.
    const [map] = await db
      .select()
      .from(maps)
      .where(and(sql`${maps.id}::text = ${mapId ?? live?.mapId ?? ''}`, visible(db, maps)));
    return { device, live, map };
  });

const sourceOf = (map: typeof maps.$inferSelect | undefined, withoutZones: boolean) =>
  map && { map: zoneSourceOf(map, withoutZones) };

/** Drives to a point of the robot's current map. */
export async function driveToPoint(
  ctx: Ctx,
  robots: Robots,
  id: string,
  { x, y, mapId, withoutZones }: { x: number; y: number; mapId?: string | undefined; withoutZones: boolean },
) {
  const { live, map } = await locateDevice(ctx, id, mapId);
  // A place on a map that is neither the robot's nor ours has no meaning; the gateway compares with a map of ours.
  if (mapId && !map && mapId !== live?.mapId) throw new Refusal('onOtherMap');
  const by = ctx.account.username;
  const run = await withCallRefusals(
    robots.runs.navigate({ deviceId: id, goal: { x, y }, by, ...sourceOf(map, withoutZones) }),
  );
  return { runId: run.id };
}

/** Drives to the charger of the robot's current map and docks there. */
export async function driveToCharger(ctx: Ctx, robots: Robots, id: string, withoutZones: boolean) {
  const { device, live, map } = await locateDevice(ctx, id);
  if (!can(device, 'charge')) throw new Refusal('notSupported');
  const position = live?.x != null && live.y != null ? { x: live.x, y: live.y } : null;
  const station = map && stationOf(map.elements, 'CHARGE', position);
  if (!station) throw new Refusal(live?.state === 'ONLINE' ? 'noCharger' : 'deviceOffline');
  const by = ctx.account.username;
  const run = await withCallRefusals(
    robots.runs.charge({ deviceId: id, station, by, ...sourceOf(map, withoutZones) }),
  );
  return { runId: run.id };
}
