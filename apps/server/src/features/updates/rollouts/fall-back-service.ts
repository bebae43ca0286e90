import { and, eq, sql } from 'drizzle-orm';
import { otaRecords } from '../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** Updates that ended longer ago are history: what the robot runs by now has other reasons. */
const watchedFor = '90 days';

/**
 * Marks the successful updates of a robot that reports other versions, in the transaction that stores its report. The engine compares
 * them: a robot that fell back to its old version has no successful update.
 */
export async function noteVersions(tx: Tx, deviceId: string, at: string): Promise<void> {
  await tx
    .update(otaRecords)
    .set({ changedAt: at })
    .where(
      and(
        eq(otaRecords.deviceId, deviceId),
        eq(otaRecords.state, 'SUCCESSFUL'),
        sql`${otaRecords.endedAt} > ${at}::timestamptz - ${watchedFor}::interval`,
      ),
    );
}
