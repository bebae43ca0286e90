import { deviceMapCalls, type DeviceMap } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { carryOutAgain, fromInserted } from '../../../platform/calls/recoveries.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { checkMapOfDevices } from '../../../entities/devices/map-device-service.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

const columns = {
  id: deviceMaps.id,
  device: {
    id: devices.id,
    nickname: devices.nickname,
    sn: devices.sn,
    model: devices.model,
    state: sql<DeviceMap['device']['state']>`coalesce(${deviceLives.state}, 'OFFLINE')`,
  },
  mapId: deviceMaps.mapId,
  mapName: maps.name,
  status: deviceMaps.status,
  version: deviceMaps.version,
  wanted: deviceMaps.wanted,
  reason: deviceMaps.reason,
  step: deviceMaps.step,
  attempts: deviceMaps.attempts,
  startedAt: deviceMaps.startedAt,
  syncedAt: deviceMaps.syncedAt,
  updatedAt: deviceMaps.updatedAt,
  updatedBy: deviceMaps.updatedBy,
};

/** The version of a map that is on a robot. */
async function versionOn(db: Tx, deviceId: string, mapId: string): Promise<number> {
  const [row] = await db
    .select({ version: deviceMaps.version })
    .from(deviceMaps)
    .where(and(eq(deviceMaps.deviceId, deviceId), eq(deviceMaps.mapId, mapId), visible(db, deviceMaps)));
  if (!row) throw new Refusal('notFound');
  if (row.version === null) throw new Refusal('wrongState');
  return row.version;
}

export const deviceMapAnswers = ({ robots }: { robots: Robots }) =>
  answer(deviceMapCalls, {
    list: async ({ db }, { mapId, deviceId, status, ...page }) => {
      if (mapId) await find(db, maps, mapId);
      if (deviceId) await find(db, devices, deviceId);
      const where = and(
        visible(db, deviceMaps),
        mapId ? eq(deviceMaps.mapId, mapId) : undefined,
        deviceId ? eq(deviceMaps.deviceId, deviceId) : undefined,
        status ? inValues(deviceMaps.status, [status]) : ne(deviceMaps.status, 'DELETED'),
      );
      const rows = db
        .select(columns)
        .from(deviceMaps)
        .innerJoin(devices, eq(devices.id, deviceMaps.deviceId))
        .innerJoin(maps, eq(maps.id, deviceMaps.mapId))
        .leftJoin(deviceLives, eq(deviceLives.id, deviceMaps.deviceId))
        .where(where)
        .orderBy(asc(devices.nickname), asc(maps.name), asc(deviceMaps.id));
      const { list, total } = await paginate(page, rows, counted(db, deviceMaps, where));
      // Only the gateway writes reason and step, with values of the contract.
      return { list: list as DeviceMap[], total };
    },

    send: withoutTransaction(async (ctx, { mapId, deviceIds }) => {
      await checkMapOfDevices(ctx, mapId, deviceIds);
      return {
        results: await withCallRefusals(
          robots.maps.send(mapId, [...new Set(deviceIds)], ctx.account.username),
        ),
      };
    }, carryOutAgain),

    fetch: withoutTransaction(
      async (ctx, { mapId, deviceId }) => {
        await checkMapOfDevices(ctx, mapId, [deviceId]);
        const version = await inShortTransaction(ctx, (db) => versionOn(db, deviceId, mapId));
        const params = { jobId: newId(), mapId, mapVersion: String(version) };
        const by = ctx.account.username;
        await withCallRefusals(robots.commands.sendCommand({ deviceId, type: 'job.mapUpload', params, by }));
        return {};
      },
      fromInserted(commands, async () => ({})),
    ),

    enable: withoutTransaction(
      async (ctx, { mapId, deviceId }) => {
        await checkMapOfDevices(ctx, mapId, [deviceId]);
        const by = ctx.account.username;
        const device = await inShortTransaction(ctx, (db) => find(db, devices, deviceId));
        const live = await robots.live(deviceId);
        const standsOnIt = live?.position?.value.mapId === mapId;
        const relocating = can(device, 'relocate') && !standsOnIt;
        const isPlaced = can(device, 'place');
        if (relocating) {
          await withCallRefusals(robots.relocations.enter({ deviceId, mapId, by }));
          return { relocating, next: 'RELOCATE' as const };
        }
        if (can(device, 'maps')) await withCallRefusals(robots.maps.enable(deviceId, mapId, by));
        else if (!standsOnIt && !isPlaced) throw new Refusal('notSupported');
        const next = standsOnIt ? 'NOTHING' : isPlaced ? 'PLACE' : 'AT_ROBOT';
        return { relocating, next } as const;
      },
      fromInserted(commands, async () => ({ relocating: true, next: 'RELOCATE' as const })),
    ),

    remove: withoutTransaction(async (ctx, { mapId, deviceId }) => {
      await checkMapOfDevices(ctx, mapId, [deviceId]);
      await withCallRefusals(robots.maps.remove(deviceId, mapId, ctx.account.username));
      return {};
    }, carryOutAgain),
  });
