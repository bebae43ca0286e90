import { receivedShareCalls, type DeviceLive, type ReceivedShare } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { unseenLive } from '../devices/device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { inForce } from '../control/share-service.ts';
import { sharedPart } from './shared-part-service.ts';
import { deviceShares } from '../../../entities/devices/share-table.ts';

/** The valid shares of the caller, with the joined data that they disclose. */
const received = (all: Tx, { account, now }: Ctx) =>
  all
    .select({ share: deviceShares, device: devices, companyName: companies.name, state: deviceLives.state })
    .from(deviceShares)
    .innerJoin(devices, eq(devices.id, deviceShares.deviceId))
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(eq(deviceShares.accountId, account.id), inForce(now().getTime())))
    .orderBy(asc(devices.nickname), asc(deviceShares.id));

type Row = Awaited<ReturnType<typeof received>>[number];

const shareOfRow = ({ share, device, companyName, state }: Row): ReceivedShare => ({
  id: share.id,
  deviceId: device.id,
  nickname: device.nickname,
  sn: device.sn,
  model: device.model,
  companyName,
  rights: share.rights,
  endsAt: share.endsAt,
  givenBy: share.givenBy,
  state: state ?? 'OFFLINE',
});

async function liveOf(all: Tx, robots: Pick<Robots, 'live'>, deviceId: string): Promise<DeviceLive> {
  const [row] = await all
    .select({ live: deviceLives.live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  return (await robots.live(deviceId)) ?? row?.live ?? unseenLive(deviceId);
}

/** One share of the caller with the live state of its device. The map is included if it belongs to the same company. */
async function findReceived(all: Tx, ctx: Ctx, robots: Pick<Robots, 'live'>, shareId: string) {
  const row = (await received(all, ctx)).find(({ share }) => share.id === shareId);
  if (!row) throw new Refusal('notFound');
  const live = await liveOf(all, robots, row.device.id);
  const mapId = live.position?.value.mapId ?? '';
  // Robots may use any text as map name; only ids of the server are UUIDs.
  const [map] = /^[0-9a-f-]{36}$/.test(mapId)
    ? await all
        .select()
        .from(maps)
        .where(and(eq(maps.id, mapId), eq(maps.companyId, row.device.companyId)))
    : [];
  return { row, live, map };
}

export const receivedShareAnswers = ({ robots }: { robots: Pick<Robots, 'live'> }) =>
  answer(receivedShareCalls, {
    list: (ctx) => asSystem(ctx.db, async (all) => ({ list: (await received(all, ctx)).map(shareOfRow) })),

    detail: (ctx, { shareId }) =>
      asSystem(ctx.db, async (all) => {
        const { row, live, map } = await findReceived(all, ctx, robots, shareId);
        return {
          share: shareOfRow(row),
          live: sharedPart(live),
          map: map
            ? {
                name: map.name,
                ground: {
                  width: map.width,
                  height: map.height,
                  resolution: map.resolution,
                  originX: map.originX,
                  originY: map.originY,
                },
                elements: map.elements,
              }
            : null,
        };
      }),

    ground: (ctx, { shareId }): Promise<BytesAnswer> =>
      asSystem(ctx.db, async (all) => {
        const { map } = await findReceived(all, ctx, robots, shareId);
        if (!map) throw new Refusal('notFound');
        return bytesOfFile(ctx.services.files, await findFile(all, map.gridFileId));
      }),
  });
