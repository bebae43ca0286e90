import { and, arrayContains, count, desc, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { App } from '@sweepline/contract';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find, inValues, visible } from '../../platform/db/page.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { StoredFile } from '../../platform/files/files.ts';
import { visibleOrInherited } from '../people/company-service.ts';
import { companies } from '../people/company-table.ts';
import { appInstalls, appReleases, apps } from './app-table.ts';

/** The address of a picture for browsers. */
export const addressOfPicture = (fileId: string): string => `file/${fileId}`;

/** In SQL: whether an app is for companies of these ids, or for all. It may be for one above them. */
export const isForCompanies = (ids: readonly string[]): SQL => sql`(cardinality(${apps.companyIds}) = 0
  or exists (select 1 from ${companies} c where ${inValues(sql`c.id`, ids)}
    and string_to_array(trim(trailing '/' from c.path), '/')::uuid[] && ${apps.companyIds}))`;

/** Apps of the tenant scope, and published ones of the companies above that are for it: the same as the policies of the table. */
export function readableApps(db: Tx): SQL | undefined {
  if (db.scope === '*') return undefined;
  const isPublished = and(eq(apps.state, 'PUBLISHED'), isForCompanies(db.scope));
  return and(visibleOrInherited(db, apps), or(visible(db, apps), isPublished));
}

/** The stored picture of an app that the transaction reads. It may belong to a company above, whose files it does not see. */
export async function appPicture(db: Tx, fileId: string): Promise<StoredFile | undefined> {
  const isOfApp = or(eq(apps.iconFileId, fileId), arrayContains(apps.screenshotFileIds, [fileId]));
  const [row] = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(isOfApp, readableApps(db)))
    .limit(1);
  return row && (await asSystem(db, (all) => find(all, storedFiles, fileId)));
}

/** The newest published version of each app. Readers of an app know its version. */
export async function newestVersions(
  db: Tx,
  appIds: readonly string[],
): Promise<Map<string, NonNullable<App['newest']>>> {
  if (appIds.length === 0) return new Map();
  const { appId, version, build, state } = appReleases;
  const rows = await asSystem(db, (all) =>
    all
      .selectDistinctOn([appId], { appId, version, build })
      .from(appReleases)
      .where(and(inArray(appId, [...appIds]), eq(state, 'PUBLISHED')))
      .orderBy(appId, desc(build)),
  );
  return new Map(rows.map((row) => [row.appId, { version: row.version, build: row.build }]));
}

const seenDays = 90;

/** An install that was not seen since then counts no more. */
export const seenSince = (nowMs: number): string => new Date(nowMs - seenDays * 86_400_000).toISOString();

/** The installs of each app that were seen lately. */
export async function installCounts(
  db: Tx,
  appIds: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  if (appIds.length === 0) return new Map();
  const rows = await db
    .select({ appId: appInstalls.appId, installs: count() })
    .from(appInstalls)
    .where(
      and(
        inArray(appInstalls.appId, [...appIds]),
        gt(appInstalls.lastSeenAt, seenSince(nowMs)),
        visible(db, appInstalls),
      ),
    )
    .groupBy(appInstalls.appId);
  return new Map(rows.map(({ appId, installs }) => [appId, installs]));
}
