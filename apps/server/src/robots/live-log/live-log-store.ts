import type { LiveLogPiece } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { liveLogs } from '../../entities/remote/live-log-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

/** The stored live logs: any server checks the token of a robot against them. */
export const createLiveLogStore = (db: Db) => ({
  begin: async (row: typeof liveLogs.$inferInsert): Promise<void> => {
    await inScope(db, '*', (tx) => tx.insert(liveLogs).values(row));
  },
  change: async (id: string, state: LiveLogPiece['state'], endedAt: string | null): Promise<void> => {
    await inScope(db, '*', (tx) => tx.update(liveLogs).set({ state, endedAt }).where(eq(liveLogs.id, id)));
  },
  /** Ends what another owner of these robots left open. */
  endOpen: (shards: readonly number[], endedAt: string) =>
    inScope(db, '*', (tx) =>
      tx
        .update(liveLogs)
        .set({ endedAt, state: 'ENDED' })
        .where(and(isNull(liveLogs.endedAt), inShards(liveLogs.deviceId, shards)))
        .returning({ id: liveLogs.id, deviceId: liveLogs.deviceId }),
    ),
});
