import { deviceMapAfter, type DeviceMapEvent, type SyncReason } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { maps } from '../../entities/places/map-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';

export type DeviceMapRow = typeof deviceMaps.$inferSelect;

/** The author and time of a change: an account's name, or the robot's serial number. */
export interface By {
  at: string;
  by: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an id that a robot reports can be the id of a map of the server. */
export const isMapId = (id: string): boolean => uuid.test(id);

/** The maps of a device, locked until the transaction ends. */
export const rowsOf = (tx: Tx, deviceId: string): Promise<DeviceMapRow[]> =>
  tx.select().from(deviceMaps).where(eq(deviceMaps.deviceId, deviceId)).for('update');

export async function rowOf(tx: Tx, deviceId: string, mapId: string): Promise<DeviceMapRow | undefined> {
  const [row] = await tx
    .select()
    .from(deviceMaps)
    .where(and(eq(deviceMaps.deviceId, deviceId), eq(deviceMaps.mapId, mapId)))
    .for('update');
  return row;
}

/** The maps of this company among those a robot reports; others are ignored. */
export async function ownMaps(tx: Tx, companyId: string, ids: readonly string[]) {
  const usable = ids.filter(isMapId);
  if (usable.length === 0) return [];
  return await tx
    .select({ id: maps.id, version: maps.version })
    .from(maps)
    .where(and(eq(maps.companyId, companyId), inArray(maps.id, [...new Set(usable)])));
}

/** Writes a row if the patch changes it. */
export async function writeRow(
  tx: Tx,
  row: DeviceMapRow,
  patch: Partial<DeviceMapRow>,
  { at, by }: By,
): Promise<DeviceMapRow> {
  const changed = Object.entries(patch).some(([name, value]) => row[name as keyof DeviceMapRow] !== value);
  if (!changed) return row;
  const next = { ...row, ...patch, updatedAt: at, updatedBy: by };
  const { id, deviceId, companyId } = row;
  const own = and(eq(deviceMaps.deviceId, deviceId), eq(deviceMaps.companyId, companyId));
  await tx
    .update(deviceMaps)
    .set(next)
    .where(and(eq(deviceMaps.id, id), own));
  return next;
}

/** Applies an event to a row if the transition exists; otherwise the row stays unchanged. */
export async function move(
  tx: Tx,
  row: DeviceMapRow,
  event: DeviceMapEvent,
  patch: Partial<DeviceMapRow>,
  by: By,
): Promise<DeviceMapRow> {
  const status = deviceMapAfter(row.status, event);
  return status ? await writeRow(tx, row, { ...patch, status }, by) : row;
}

/** The columns of a row without a problem. */
export const settled = { reason: '', step: '' } as const satisfies { reason: SyncReason; step: string };

/** A map, refused if it was deleted meanwhile. */
export async function mapOf(tx: Tx, mapId: string) {
  const [map] = await tx.select().from(maps).where(eq(maps.id, mapId));
  return map ?? refuse('WRONG_STATE');
}
