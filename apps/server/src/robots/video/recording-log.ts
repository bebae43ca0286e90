import type { RecordingEnd } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { videoRecordings, type RecordingPart } from '../../entities/remote/video-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';

type NewRecording = Pick<
  typeof videoRecordings.$inferInsert,
  | 'companyId'
  | 'deviceId'
  | 'camera'
  | 'accountId'
  | 'person'
  | 'company'
  | 'byRight'
  | 'reason'
  | 'startedAt'
> & { id: string };

interface Progress {
  width: number;
  height: number;
  signAt: string;
}

/** A part of a recording, and how far it is with it. */
export type RecordedPart = Progress & { part: RecordingPart };

/** How a recording ended, and who ended it if not its person. */
export interface StoredEnd {
  at: string;
  endedAs: RecordingEnd;
  endedBy: string;
}

const { id: idOf, parts, bytes, state, endedAt } = videoRecordings;

/** What has ended, and whether pictures of it are stored. */
const ended = (at: string, endedAs: RecordingEnd) => ({
  endedAt: at,
  endedAs,
  state: sql<'STORING' | 'EMPTY'>`case when ${parts} = '[]'::jsonb then 'EMPTY' else 'STORING' end`,
});

/** The stored recordings. Only an open one is changed: another server may have ended it. */
export const createRecordingLog = (db: Db) => ({
  /** Returns the person who records the camera already. */
  begin: (recording: NewRecording): Promise<string | undefined> =>
    inScope(db, '*', async (tx) => {
      const { deviceId, camera, startedAt } = recording;
      const row = { ...recording, state: 'RECORDING' as const, signAt: startedAt };
      const inserted = await tx
        .insert(videoRecordings)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: idOf });
      return inserted.length > 0 ? undefined : await recorderOf(tx, deviceId, camera);
    }),
  /** Returns whether the recording is still open. */
  append: (id: string, { part, ...progress }: RecordedPart): Promise<boolean> =>
    inScope(db, '*', async (tx) => {
      const added = {
        parts: sql`${parts} || ${JSON.stringify([part])}::jsonb`,
        bytes: sql`${bytes} + ${part.bytes}`,
        durationMs: part.toMs,
      };
      const isOpen = and(eq(idOf, id), eq(state, 'RECORDING'));
      const changed = { ...progress, ...added };
      const rows = await tx.update(videoRecordings).set(changed).where(isOpen).returning({ id: idOf });
      return rows.length > 0;
    }),
  end: async (id: string, { at, endedAs, ...end }: StoredEnd & { wasCut: boolean }): Promise<void> => {
    const changed = { ...ended(at, endedAs), ...end };
    const isOpen = and(eq(idOf, id), isNull(endedAt));
    await inScope(db, '*', (tx) => tx.update(videoRecordings).set(changed).where(isOpen));
  },
  /** Ends what another owner of these robots left open. Returns the devices. */
  endOpen: (shards: readonly number[], at: string): Promise<{ deviceId: string }[]> =>
    inScope(db, '*', (tx) =>
      tx
        .update(videoRecordings)
        .set({ ...ended(at, 'RESTARTED'), wasCut: true })
        .where(and(isNull(endedAt), inShards(videoRecordings.deviceId, shards)))
        .returning({ deviceId: videoRecordings.deviceId }),
    ),
});
export type RecordingLog = ReturnType<typeof createRecordingLog>;

/** The person who records a camera now. */
async function recorderOf(tx: Tx, deviceId: string, camera: Camera): Promise<string> {
  const isOpen = and(
    eq(videoRecordings.deviceId, deviceId),
    eq(videoRecordings.camera, camera),
    isNull(endedAt),
  );
  const [row] = await tx.select({ person: videoRecordings.person }).from(videoRecordings).where(isOpen);
  return row?.person ?? '';
}
