import { createHash } from 'node:crypto';
import { appStageAt } from '@sweepline/contract';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { appReleases, type AppReleaseRow } from '../../../entities/updates/app-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/**
 * The place of an install among all of them, from 0 up to 100. It stays the same for one version, so that a later stage includes the
 * earlier ones, and differs between versions, so that no install is always among the first.
 */
export const placeOf = (install: string, releaseId: string): number =>
  (createHash('sha256').update(`${releaseId} ${install}`).digest().readUInt32BE(0) / 2 ** 32) * 100;

/** Whether a published version is for this install now. Named installs come first. */
export function isOffered(row: AppReleaseRow, install: string, nowMs: number): boolean {
  if (row.state !== 'PUBLISHED' || row.haltedAt !== null) return false;
  if (row.whitelist.includes(install)) return true;
  return row.releaseScope === 'ALL' && placeOf(install, row.id) < appStageAt(row, nowMs).percent;
}

/** The newest version above a build that an install gets; undefined for none. */
export async function findOffer(
  db: Tx,
  { appId, install, build }: { appId: string; install: string; build: number },
  nowMs: number,
): Promise<AppReleaseRow | undefined> {
  const isNewer = and(eq(appReleases.appId, appId), gt(appReleases.build, build));
  const rows = await db
    .select()
    .from(appReleases)
    .where(and(isNewer, eq(appReleases.state, 'PUBLISHED'), isNull(appReleases.haltedAt)))
    .orderBy(desc(appReleases.build));
  return rows.find((row) => isOffered(row, install, nowMs));
}
