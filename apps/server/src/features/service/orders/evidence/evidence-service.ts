import {
  evidenceLimits,
  evidenceMinutes,
  workOrderEvidence,
  type WorkOrderEvidence,
} from '@sweepline/contract';
import { xReported } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { deviceDocuments } from '../../../../entities/devices/device-document-table.ts';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import type { devices } from '../../../../entities/devices/device-table.ts';
import { deviceMaps } from '../../../../entities/places/device-map-table.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { mapVersions } from '../../../../entities/places/map-version-table.ts';
import { workOrderEvidence as evidences } from '../../../../entities/service/work-order-evidence-table.ts';
import type { WorkOrderRow } from '../../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { visible } from '../../../../platform/db/page.ts';
import { currentParts } from '../../../devices/versions/device-version-service.ts';
import { readRobotPeriod } from '../../../alarms/monitoring/monitor-period-service.ts';
import { fingerprintOf, fitted } from './evidence-rules.ts';

type DeviceRow = typeof devices.$inferSelect;
type Order = Pick<WorkOrderRow, 'id' | 'companyId' | 'alarmId'>;

const minuteMs = 60_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function alarmOf(db: Tx, id: string | null): Promise<WorkOrderEvidence['alarm']> {
  if (id === null) return null;
  const [row] = await db
    .select()
    .from(alarms)
    .where(and(eq(alarms.id, id), visible(db, alarms)));
  if (!row) return null;
  const { code, type, text, effectiveLevel: level, raisedAt, count } = row;
  return { id, code, type, text: text.slice(0, evidenceLimits.text), level, raisedAt, count };
}

async function liveOf(db: Tx, { id }: DeviceRow): Promise<WorkOrderEvidence['live']> {
  const [row] = await db
    .select({ live: deviceLives.live })
    .from(deviceLives)
    .where(and(eq(deviceLives.id, id), visible(db, deviceLives)));
  // A row of an older version may lack parts of the present contract.
  return workOrderEvidence.shape.live.safeParse(row?.live ?? null).data ?? null;
}

async function consumablesOf(db: Tx, { id }: DeviceRow): Promise<WorkOrderEvidence['consumables']> {
  const [row] = await db
    .select()
    .from(deviceDocuments)
    .where(
      and(
        eq(deviceDocuments.deviceId, id),
        eq(deviceDocuments.kind, 'REPORTED'),
        visible(db, deviceDocuments),
      ),
    );
  const parts = xReported.shape.consumables.safeParse(row?.document['consumables']).data ?? [];
  return {
    at: row?.changedAt ?? null,
    list: parts.map(({ id: part, remainingPct, usedHours = null, lifeHours = null, resets = null }) => ({
      id: part,
      remainingPct,
      usedHours,
      lifeHours,
      resets,
    })),
  };
}

/** The version of the map that the robot had; the published one where the robot has told no version. */
async function mapOf(
  db: Tx,
  device: DeviceRow,
  mapId: string | undefined,
): Promise<WorkOrderEvidence['map']> {
  if (mapId === undefined || !uuid.test(mapId)) return null;
  const ofRobot = and(eq(deviceMaps.mapId, maps.id), eq(deviceMaps.deviceId, device.id));
  const present = and(
    eq(mapVersions.mapId, maps.id),
    eq(mapVersions.version, sql`coalesce(${deviceMaps.version}, ${maps.version})`),
    visible(db, mapVersions),
  );
  const [map] = await db
    .select({ name: maps.name, row: mapVersions })
    .from(maps)
    .leftJoin(deviceMaps, ofRobot)
    .innerJoin(mapVersions, present)
    .where(and(eq(maps.id, mapId), visible(db, maps)));
  if (!map) return null;
  const { version, gridFileId: file, width, height, resolution, originX, originY } = map.row;
  return {
    id: mapId,
    name: map.name,
    version,
    ground: { file, width, height, resolution, originX, originY },
  };
}

async function collect(db: Tx, now: Date, order: Order, device: DeviceRow): Promise<WorkOrderEvidence> {
  const to = now.toISOString();
  const from = new Date(now.getTime() - evidenceMinutes * minuteMs).toISOString();
  const liveRead = liveOf(db, device);
  const [live, mapOfLive, alarm, consumables, parts, period] = await Promise.all([
    liveRead,
    liveRead.then((it) => mapOf(db, device, it?.position?.value.mapId)),
    alarmOf(db, order.alarmId),
    consumablesOf(db, device),
    currentParts(db, [device.id]),
    readRobotPeriod(db, device.id, { from, to }, evidenceLimits.trailSteps),
  ]);
  return fitted({
    takenAt: to,
    device: {
      id: device.id,
      sn: device.sn,
      name: device.nickname || device.sn,
      model: device.model,
      mapRotation: device.mapRotation,
    },
    alarm,
    live,
    versions: parts.map(({ part, version, at }) => ({ part, version, since: at })),
    consumables,
    map: live?.position ? mapOfLive : await mapOf(db, device, period.trail.at(-1)?.mapId),
    period,
  });
}

/** Stores what is known of the robot of a new order, in the transaction that makes the order. */
export async function freezeEvidence(db: Tx, now: Date, order: Order, device: DeviceRow): Promise<void> {
  const content = workOrderEvidence.parse(await collect(db, now, order, device));
  await db.insert(evidences).values({
    orderId: order.id,
    companyId: order.companyId,
    takenAt: content.takenAt,
    content,
    fingerprint: fingerprintOf(content),
    gridFileId: content.map?.ground.file ?? null,
  });
}
