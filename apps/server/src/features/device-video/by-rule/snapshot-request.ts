import type { SnapshotRequest } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { snapshotRequests } from '../../../entities/devices/remote/snapshot-rule-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** An alarm has a snapshot by itself only while it is this young: a later picture shows another moment. */
export const youngMs = 120_000;

/** The snapshot that the rule of a company asked for. One without an end was cut off by the end of its server. */
export async function requestOf(db: Tx, alarmId: string, now: Date): Promise<SnapshotRequest | null> {
  const [row] = await db
    .select()
    .from(snapshotRequests)
    .where(and(eq(snapshotRequests.alarmId, alarmId), visible(db, snapshotRequests)));
  if (!row) return null;
  const { askedAt: at, takenAt, failure } = row;
  if (takenAt) return { state: 'TAKEN', failure: null, at: takenAt };
  if (failure) return { state: 'FAILED', failure, at };
  const isOver = now.getTime() - Date.parse(at) > youngMs;
  return isOver ? { state: 'FAILED', failure: 'RESTARTED', at } : { state: 'WAITING', failure: null, at };
}
