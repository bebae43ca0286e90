import { and, eq, lte } from 'drizzle-orm';
import { otaPackages } from '../../../entities/updates/ota-package-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

/**
 * Publishes approved packages at their time, and expires published ones at their end. The state is part of each condition, so two
 * runs at the same time change nothing twice.
 */
export async function releasePackages(db: Db, now: Clock): Promise<void> {
  const at = now().toISOString();
  await inScope(db, '*', async (tx) => {
    await tx
      .update(otaPackages)
      .set({ state: 'PUBLISHED', releasedAt: at, releaseAt: null, updatedAt: at, updatedById: null })
      .where(and(eq(otaPackages.state, 'PENDING_RELEASE'), lte(otaPackages.releaseAt, at)));
    await tx
      .update(otaPackages)
      .set({ state: 'EXPIRED', updatedAt: at, updatedById: null })
      .where(and(eq(otaPackages.state, 'PUBLISHED'), lte(otaPackages.expiresAt, at)));
  });
}

export const packageReleaseJob = (db: Db, now: Clock): Job => ({
  name: 'packages.release',
  everySeconds: 15,
  mayOverlap: true,
  run: () => releasePackages(db, now),
});
