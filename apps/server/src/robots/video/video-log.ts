import type { VideoReason, VideoState, VideoViewEnd } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { videoSessions, videoViews } from '../../entities/remote/video-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

export interface VideoSessionRecord {
  id: string;
  companyId: string;
  deviceId: string;
  camera: Camera;
  startedAt: string;
  tokenHash: string;
  tokenUntil: string;
}
export type VideoViewRecord = typeof videoViews.$inferInsert & { id: string };

interface Transition {
  state: VideoState;
  reason: VideoReason | null;
  changedAt: string;
  isEnd: boolean;
}

/** The stored streams and views, which pages of all servers read. */
export const createVideoLog = (db: Db) => ({
  begin: async (session: VideoSessionRecord): Promise<void> => {
    const row = { ...session, state: 'STARTING' as const, changedAt: session.startedAt };
    await inScope(db, '*', (tx) => tx.insert(videoSessions).values(row));
  },
  change: async (id: string, { state, reason, changedAt, isEnd }: Transition): Promise<void> => {
    const patch = { state, reason, changedAt, ...(isEnd && { endedAt: changedAt }) };
    await inScope(db, '*', (tx) => tx.update(videoSessions).set(patch).where(eq(videoSessions.id, id)));
  },
  beginView: async (view: VideoViewRecord): Promise<void> => {
    await inScope(db, '*', (tx) => tx.insert(videoViews).values(view));
  },
  endView: async (id: string, endedAs: VideoViewEnd, endedAt: string): Promise<void> => {
    const isOpen = and(eq(videoViews.id, id), isNull(videoViews.endedAt));
    await inScope(db, '*', (tx) => tx.update(videoViews).set({ endedAs, endedAt }).where(isOpen));
  },
  /** Ends what another owner of these robots left open. Returns its streams. */
  endOpen: (shards: readonly number[], endedAt: string) =>
    inScope(db, '*', async (tx) => {
      await tx
        .update(videoViews)
        .set({ endedAt, endedAs: 'RESTARTED' })
        .where(and(isNull(videoViews.endedAt), inShards(videoViews.deviceId, shards)));
      const patch = { endedAt, changedAt: endedAt, state: 'CLOSED', reason: 'RESTARTED' } as const;
      return await tx
        .update(videoSessions)
        .set(patch)
        .where(and(isNull(videoSessions.endedAt), inShards(videoSessions.deviceId, shards)))
        .returning({ id: videoSessions.id, deviceId: videoSessions.deviceId });
    }),
});
export type VideoLog = ReturnType<typeof createVideoLog>;
