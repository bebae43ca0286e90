import { and, eq, lt } from 'drizzle-orm';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { move } from './map-rows.ts';
import { syncMs, type SyncParts } from './map-sync.ts';
import type { Session } from '../sessions/session.ts';
import { isOnline } from './map-sync-request.ts';

interface TimeoutDeps extends Pick<SyncParts, 'db' | 'now'> {
  sessionOf(deviceId: string): Session | undefined;
}

/** Ends synchronisations of this server's robots after half an hour, for any cause. `forget` is called for each of them. */
export const endTimedOutSyncs = ({ db, now, sessionOf }: TimeoutDeps, forget: (key: string) => void) =>
  inScope(db, '*', async (tx) => {
    const at = now();
    const before = new Date(at.getTime() - syncMs).toISOString();
    const late = await tx
      .select()
      .from(deviceMaps)
      .where(and(eq(deviceMaps.status, 'SYNCING'), lt(deviceMaps.startedAt, before)));
    for (const row of late) {
      const session = sessionOf(row.deviceId);
      if (!session) continue;
      forget(`${row.deviceId} ${row.mapId}`);
      const by = { at: at.toISOString(), by: row.updatedBy };
      if (isOnline(session)) await move(tx, row, 'SYNC_FAILED', { reason: 'TIMED_OUT' }, by);
      else await move(tx, row, 'SYNC_LAPSED', { reason: 'OFFLINE', step: '', startedAt: null }, by);
    }
  });
