import { lt } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { hourly } from '../../platform/runtime/hourly.ts';
import { inValues } from '../../platform/db/page.ts';
import type { SessionLimits } from './session-service.ts';
import { sessions } from './session-table.ts';

/** So long somebody who comes back with an old token is told why it is no longer good. */
const toldMs = 30 * 86_400_000;
const maxBatch = 1_000;

/** Drops sessions that ran out long ago, however they ended. The history of sign-ins stands apart from them and stays. */
export async function sweepSessions(db: Db, now: Clock, { absoluteMs }: SessionLimits): Promise<void> {
  const before = new Date(now().getTime() - absoluteMs - toldMs).toISOString();
  for (let swept = maxBatch; swept === maxBatch;) {
    // A part at a time: nobody's sign-in waits for years of them.
    swept = await inScope(db, '*', async (tx) => {
      const old = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(lt(sessions.createdAt, before))
        .limit(maxBatch);
      const ids = old.map(({ id }) => id);
      await tx.delete(sessions).where(inValues(sessions.id, ids));
      return ids.length;
    });
  }
}

/** Each hour until stopped. */
export const startSessionCleanup = (
  db: Db,
  now: Clock,
  limits: SessionLimits,
  onError: (error: unknown) => void,
): (() => Promise<void>) => hourly(() => sweepSessions(db, now, limits), onError);
