import { deviceLive } from '@sweepline/contract';
import { deviceLives } from '../features/devices/device-live-table.ts';
import { inScope, type Db } from '../platform/db.ts';
import type { Session } from './session.ts';

/**
 * The last known states, for a process that starts. Nobody is taken to be online: the traffic will show it. A silent robot
 * keeps its last place, battery and mode, each with its age.
 */
export async function restoreLives(
  db: Db,
  sessionOf: (deviceId: string) => Session | undefined,
): Promise<void> {
  const rows = await inScope(db, '*', (tx) => tx.select().from(deviceLives), { readOnly: true });
  for (const row of rows) {
    const session = sessionOf(row.id);
    const stored = deviceLive.safeParse(row.live);
    if (!session || !stored.success) continue;
    const { connection } = stored.data;
    const ms = (at: string | null) => (at === null ? null : Date.parse(at));
    session.live = { ...stored.data, run: null };
    session.liveness = {
      state: connection.state === 'ONLINE' ? 'OFFLINE' : connection.state,
      reason: connection.state === 'ONLINE' ? '' : connection.reason,
      sinceMs: ms(connection.since),
      lastSeenMs: ms(connection.lastSeenAt),
      probingUntilMs: null,
    };
    session.live.connection = {
      ...connection,
      state: session.liveness.state,
      reason: session.liveness.reason,
    };
  }
}
