import { appStageAt, packageMay, type AppRelease, type AppReleaseDetail } from '@sweepline/contract';
import { and, count, eq, inArray } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { approvalFaultOf, approverOf } from '../../../entities/people/approval-service.ts';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import { checkRevision } from '../../../entities/people/revision-check.ts';
import { addressOfPicture } from '../../../entities/updates/app-service.ts';
import { appInstalls, appReleases, apps, type AppReleaseRow } from '../../../entities/updates/app-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';

type Reader = Pick<Ctx, 'db' | 'account' | 'now'>;

export const releaseRows = (db: Tx) =>
  db
    .select({ row: appReleases, appName: apps.name, packageId: apps.packageId, platform: apps.platform })
    .from(appReleases)
    .innerJoin(apps, eq(apps.id, appReleases.appId))
    .$dynamic();
type Found = Awaited<ReturnType<typeof releaseRows>>[number];

/** The installs of each build of these apps. */
async function installsByBuild(db: Tx, appIds: readonly string[]): Promise<Map<string, number>> {
  if (appIds.length === 0) return new Map();
  const { appId, build } = appInstalls;
  const rows = await db
    .select({ appId, build, installs: count() })
    .from(appInstalls)
    .where(and(inArray(appId, [...appIds]), visible(db, appInstalls)))
    .groupBy(appId, build);
  return new Map(rows.map((row) => [`${row.appId} ${row.build}`, row.installs]));
}

/** The share of installs that get a version now. */
function progressOf(row: AppReleaseRow, nowMs: number): Pick<AppRelease, 'percent' | 'nextStageAt'> {
  if (row.state !== 'PUBLISHED') return { percent: 0, nextStageAt: null };
  const { percent, nextAt } = appStageAt(row, nowMs);
  return { percent, nextStageAt: nextAt };
}

export async function shown(
  { db, now }: Pick<Reader, 'db' | 'now'>,
  found: readonly Found[],
): Promise<(AppReleaseRow & AppRelease)[]> {
  const names = await accountNames(
    db,
    found.flatMap(({ row }) => [row.uploadedById, row.checkedById]),
  );
  const installs = await installsByBuild(db, [...new Set(found.map(({ row }) => row.appId))]);
  return found.map(({ row, ...app }) => ({
    ...row,
    ...app,
    ...progressOf(row, now().getTime()),
    whitelistCount: row.whitelist.length,
    installs: installs.get(`${row.appId} ${row.build}`) ?? 0,
    uploadedBy: names.get(row.uploadedById) ?? null,
  }));
}

/** Who uploaded a draft and who changed it last. */
export const requestersOf = ({ uploadedById, updatedById }: AppReleaseRow) => [uploadedById, updatedById];

export async function readRelease(reader: Reader, id: string): Promise<AppReleaseDetail> {
  const { db } = reader;
  const found = await releaseRows(db).where(and(eq(appReleases.id, id), visible(db, appReleases)));
  const [row] = await shown(reader, found);
  if (!row) throw new Refusal('notFound');
  const names = await accountNames(db, [row.checkedById]);
  const isDraft = packageMay(row.state, 'APPROVE');
  const fault = isDraft ? approvalFaultOf(await approverOf(reader), requestersOf(row)) : undefined;
  return {
    ...row,
    icon: row.iconFileId === null ? null : addressOfPicture(row.iconFileId),
    checkedBy: names.get(row.checkedById ?? '') ?? null,
    approvalFault: fault ?? null,
  };
}

/** One version of the caller's own, locked to change it. A save on an older revision is refused. */
export async function findToChange(
  { db, account }: Pick<Ctx, 'db' | 'account'>,
  { id, revision }: { id: string; revision?: number },
): Promise<AppReleaseRow> {
  const row = await find(db, appReleases, id, { lock: true });
  requireProvider(account);
  await checkRevision(db, row, revision);
  return row;
}
