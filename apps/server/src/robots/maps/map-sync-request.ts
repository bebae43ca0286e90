import { deviceMaps } from '../../entities/places/device-map-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { move, rowOf, writeRow } from './map-rows.ts';
import type { Session } from '../sessions/session.ts';

export const isOnline = (session: Session | undefined): session is Session =>
  session?.liveness.state === 'ONLINE';

/**
 * Requests that a robot gets the present version of a map. Returns the row if its synchronisation starts after the commit.
 * For an offline robot only the row is written.
 */
export function createMapSyncRequest({
  now,
  sessionOf,
}: {
  now: Clock;
  sessionOf(deviceId: string): Session | undefined;
}) {
  return async (
    tx: Tx,
    deviceId: string,
    map: { id: string; companyId: string; version: number },
    by: string,
  ) => {
    const session = sessionOf(deviceId);
    const online = isOnline(session);
    const at = now().toISOString();
    const created = { companyId: map.companyId, deviceId, mapId: map.id, status: 'NOT_SYNCED' } as const;
    await tx
      .insert(deviceMaps)
      .values({ ...created, updatedAt: at, updatedBy: by })
      .onConflictDoNothing();
    const row = await rowOf(tx, deviceId, map.id);
    if (!row) return undefined;
    const patch = {
      wanted: map.version,
      reason: online ? '' : 'OFFLINE',
      step: '',
      startedAt: online ? at : null,
    };
    if (row.status === 'SYNCING')
      return online ? await writeRow(tx, row, { ...patch, attempts: row.attempts + 1 }, { at, by }) : row;
    const isOnRobot = ['ENABLED', 'DISABLED', 'IN_USE'].includes(row.status);
    if (online)
      return await move(
        tx,
        row,
        isOnRobot ? 'EDITED_ONLINE' : 'SYNC_STARTED',
        { ...patch, attempts: row.attempts + 1 },
        { at, by },
      );
    if (isOnRobot) return void (await move(tx, row, 'EDITED_OFFLINE', patch, { at, by }));
    // Deleted at the robot or not there yet: the row waits for the robot.
    return void (await writeRow(tx, row, { ...patch, status: 'NOT_SYNCED' }, { at, by }));
  };
}
