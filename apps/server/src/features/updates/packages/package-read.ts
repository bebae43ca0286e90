import { packageMay, type OtaPackage, type OtaPackageDetail } from '@sweepline/contract';
import { compareOtaVersions } from '@sweepline/contract/robot';
import { and, arrayOverlaps, eq, sql, type SQL } from 'drizzle-orm';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import {
  otaPackages,
  otaWhitelists,
  type OtaPackageRow,
} from '../../../entities/updates/ota-package-table.ts';
import { approvalFaultOf, approverOf } from '../../../entities/people/approval-service.ts';
import { accountNames } from '../../../entities/people/account-names.ts';
import { checkRevision } from '../../../entities/people/revision-check.ts';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { findWay } from './package-way-service.ts';

type Reader = Pick<Ctx, 'db' | 'account' | 'now'>;

/** One package of the caller's own, locked to change it. A save on an older revision is refused. */
export async function findToChange(
  { db, account }: Pick<Ctx, 'db' | 'account'>,
  { id, revision }: { id: string; revision?: number },
): Promise<OtaPackageRow> {
  const row = await find(db, otaPackages, id, { lock: true });
  requireProvider(account);
  await checkRevision(db, row, revision);
  return row;
}

/** Packages of the tenant scope, and published ones of the provider above that a robot of the scope can install. */
export function readable(db: Tx): SQL | undefined {
  if (db.scope === '*') return undefined;
  const hasRobot = sql`exists (select 1 from ${devices}
    where ${and(visible(db, devices), isCountedDevice, sql`${devices.model} = any(${otaPackages.models})`)})`;
  const isPublished = and(eq(otaPackages.state, 'PUBLISHED'), eq(otaPackages.releaseScope, 'ALL'), hasRobot);
  return and(visibleOrInherited(db, otaPackages), sql`(${visible(db, otaPackages)} or (${isPublished}))`);
}

// The name of the table is written out: in a select of one table, columns have none, and the inner table has an id too.
const whitelistCount = sql<number>`(select count(*)::int from ${otaWhitelists} w
  where w.package_id = ${otaPackages}."id")`;

export const packageRows = (db: Tx) =>
  db.select({ row: otaPackages, whitelistCount }).from(otaPackages).$dynamic();
type Found = Awaited<ReturnType<typeof packageRows>>[number];

/** Packages for the reader. One of a company above has no names, no whitelist and no words of its check. */
export async function shown(db: Tx, found: readonly Found[]): Promise<(OtaPackageRow & OtaPackage)[]> {
  const people = found.flatMap(({ row }) => [row.uploadedById, row.checkedById]);
  const names = await accountNames(db, people);
  return found.map(({ row, whitelistCount: count }) => {
    const isOwn = db.scope === '*' || db.scope.includes(row.companyId);
    const hidden = { remarks: '', reasons: '', releaseAt: null, checkedAt: null, checkedById: null };
    return {
      ...row,
      ...(!isOwn && hidden),
      isOwn,
      whitelistCount: isOwn ? count : null,
      uploadedBy: names.get(row.uploadedById) ?? null,
    };
  });
}

const maxWays = 10;

/** How robots come to a package from the published versions below it, the newest first. */
async function waysTo(db: Tx, goal: OtaPackageRow): Promise<OtaPackageDetail['ways']> {
  const others = await db
    .select()
    .from(otaPackages)
    .where(
      and(
        readable(db),
        eq(otaPackages.companyId, goal.companyId),
        eq(otaPackages.pkgType, goal.pkgType),
        arrayOverlaps(otaPackages.models, goal.models),
        eq(otaPackages.state, 'PUBLISHED'),
      ),
    );
  const earlier = others.filter(
    ({ id, version }) => id !== goal.id && compareOtaVersions(version, goal.version) < 0,
  );
  const versions = [...new Set([...earlier.map(({ version }) => version), ...goal.fromVersions])];
  return versions
    .filter((version) => compareOtaVersions(version, goal.version) < 0)
    .toSorted((a, b) => compareOtaVersions(b, a))
    .slice(0, maxWays)
    .map((from) => {
      const way = findWay([goal, ...earlier], { from, to: goal.version });
      return { from, versions: way?.map(({ version }) => version) ?? null };
    });
}

/** Who uploaded a draft and who changed it last. */
export const requestersOf = ({ uploadedById, updatedById }: OtaPackageRow) => [uploadedById, updatedById];

export async function readPackage(reader: Reader, id: string): Promise<OtaPackageDetail> {
  const { db } = reader;
  const found = await packageRows(db).where(and(eq(otaPackages.id, id), readable(db)));
  const [row] = await shown(db, found);
  if (!row) throw new Refusal('notFound');
  const [names, ways] = [await accountNames(db, [row.checkedById]), await waysTo(db, row)];
  const isDraft = row.isOwn && packageMay(row.state, 'APPROVE');
  const fault = isDraft ? approvalFaultOf(await approverOf(reader), requestersOf(row)) : undefined;
  return {
    ...row,
    checkedBy: names.get(row.checkedById ?? '') ?? null,
    ways,
    approvalFault: fault ?? null,
  };
}
