import { lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import type { SessionLimits } from './session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

/** For this time an old token is refused with the reason of its end. */
const reasonKeptMs = 30 * 86_400_000;
const maxBatch = 1_000;

/** Deletes sessions that expired long ago. The history of sign-ins is separate and remains. */
export async function deleteOldSessions(db: Db, now: Clock, { absoluteMs }: SessionLimits): Promise<void> {
  const before = new Date(now().getTime() - absoluteMs - reasonKeptMs).toISOString();
  for (let swept = maxBatch; swept === maxBatch;) {
    // In batches, so that the locks of one statement stay short.
    swept = await inScope(db, '*', async (tx) => {
      const expired = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(lt(sessions.createdAt, before))
        .limit(maxBatch);
      const ids = expired.map(({ id }) => id);
      await tx.delete(sessions).where(inValues(sessions.id, ids));
      return ids.length;
    });
  }
}

export const sessionCleanupJob = (db: Db, now: Clock, limits: SessionLimits): Job => ({
  name: 'sessions.clean',
  everySeconds: 3_600,
  run: () => deleteOldSessions(db, now, limits),
});
