import { and, eq, inArray, isNotNull, lt, lte } from 'drizzle-orm';
import { seenSince } from '../../../entities/updates/app-service.ts';
import { appInstalls, appReleases, apps } from '../../../entities/updates/app-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

/**
 * Publishes approved versions at their time if their app is published, expires published ones at their end, and forgets installs that
 * no longer ask. The state is part of each condition, so two runs at the same time change nothing twice.
 */
export async function releaseApps(db: Db, now: Clock): Promise<void> {
  const at = now().toISOString();
  const changed = { updatedAt: at, updatedById: null };
  await inScope(db, '*', async (tx) => {
    const published = tx.select({ id: apps.id }).from(apps).where(eq(apps.state, 'PUBLISHED'));
    await tx
      .update(appReleases)
      .set({ state: 'PUBLISHED', releasedAt: at, releaseAt: null, haltedAt: null, pausedMs: 0, ...changed })
      .where(
        and(
          eq(appReleases.state, 'PENDING_RELEASE'),
          lte(appReleases.releaseAt, at),
          inArray(appReleases.appId, published),
        ),
      );
    await tx
      .update(appReleases)
      .set({ state: 'EXPIRED', haltedAt: null, ...changed })
      .where(
        and(
          eq(appReleases.state, 'PUBLISHED'),
          isNotNull(appReleases.expiresAt),
          lte(appReleases.expiresAt, at),
        ),
      );
    await tx.delete(appInstalls).where(lt(appInstalls.lastSeenAt, seenSince(now().getTime())));
  });
}

export const appReleaseJob = (db: Db, now: Clock): Job => ({
  name: 'appReleases.release',
  everySeconds: 15,
  mayOverlap: true,
  run: () => releaseApps(db, now),
});
