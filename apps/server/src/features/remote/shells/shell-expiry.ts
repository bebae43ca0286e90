import { and, inArray, lte, sql } from 'drizzle-orm';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { shellChanged } from './shell-channel-service.ts';
import { pendingStates } from './shell-rules.ts';

interface Needs {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Ends requests and approvals that were not used in time, and tells the pages of their robots. */
export const expireShells = ({ db, bus, now }: Needs): Promise<void> =>
  inScope(db, '*', async (tx) => {
    const expired = await tx
      .update(shellSessions)
      .set({ state: 'EXPIRED', endedAt: sql`${shellSessions.openUntil}` })
      // The state is part of the condition: of two runs one ends a request, and one approved meanwhile goes on.
      .where(
        and(
          inArray(shellSessions.state, [...pendingStates]),
          lte(shellSessions.openUntil, now().toISOString()),
        ),
      )
      .returning({ deviceId: shellSessions.deviceId });
    const deviceIds = new Set(expired.map(({ deviceId }) => deviceId));
    tx.afterCommit(() => deviceIds.forEach((deviceId) => bus.publish(shellChanged(deviceId), { deviceId })));
  });

/** Runs take row locks. */
export const shellExpiryJob = (needs: Needs): Job => ({
  name: 'shells.expire',
  everySeconds: 5,
  mayOverlap: true,
  run: () => expireShells(needs),
});
