import { and, eq, sql } from 'drizzle-orm';
import { otaRecords, type OtaTaskRow } from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { ended } from '../records/record-rules.ts';
import { addToCounters } from '../records/record-store.ts';

/** Ends the updates that did not begin before the deadline. */
export async function expire(db: Tx, { id, deadline }: OtaTaskRow, nowMs: number): Promise<void> {
  if (nowMs < Date.parse(deadline)) return;
  await endReady(db, id, 'EXPIRED', nowMs);
  await markWithdrawnAfterDeadline(db, id);
}

/** Ends the updates that wait for their turn, in one statement. The caller has locked the task. */
export async function endReady(db: Tx, taskId: string, code: string, nowMs: number): Promise<void> {
  const isReady = and(eq(otaRecords.taskId, taskId), eq(otaRecords.step, 'READY'));
  const before = await db
    .select({ stage: otaRecords.stage, state: otaRecords.state, count: sql<number>`count(*)::int` })
    .from(otaRecords)
    .where(isReady)
    .groupBy(otaRecords.stage, otaRecords.state);
  if (before.length === 0) return;
  await db.update(otaRecords).set(ended(code, nowMs)).where(isReady);
  for (const { stage, state, count } of before)
    await addToCounters(db, taskId, new Map([[stage, { [state]: -count, FAILED: count }]]));
}

/** What no robot has at the deadline is taken back; the robots end the rest themselves. */
async function markWithdrawnAfterDeadline(db: Tx, taskId: string): Promise<void> {
  await db
    .update(otaRecords)
    .set({ withdraw: 'CANCEL' })
    .where(
      and(
        eq(otaRecords.taskId, taskId),
        sql`${otaRecords.step} in ('OFFERED', 'SENT') and ${otaRecords.phase} = ''`,
        sql`${otaRecords.withdraw} is distinct from 'CANCEL'`,
      ),
    );
}
