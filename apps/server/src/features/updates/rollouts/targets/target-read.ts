import type { OtaPlan } from '@sweepline/contract';
import { compareOtaVersions, type OtaPackageType } from '@sweepline/contract/robot';
import { and, arrayOverlaps, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { deviceGroups } from '../../../../entities/devices/device-group-table.ts';
import { devices, isCountedDevice } from '../../../../entities/devices/device-table.ts';
import {
  otaPackages,
  otaWhitelists,
  type OtaPackageRow,
} from '../../../../entities/updates/ota-package-table.ts';
import { deviceVersions } from '../../../../entities/updates/device-version-table.ts';
import { otaRecords } from '../../../../entities/updates/ota-task-table.ts';
import { visibleOrInherited } from '../../../../entities/people/company-service.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import type { OwnedTable } from '../../../../platform/db/columns.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { counted, inValues, visible } from '../../../../platform/db/page.ts';
import type { PartVersions } from '../../packages/package-way-service.ts';

/** A package of the reader's own, or a published one of a company above. */
export async function findPackage(db: Tx, id: string): Promise<OtaPackageRow> {
  const [row] = await db
    .select()
    .from(otaPackages)
    .where(and(eq(otaPackages.id, id), visibleOrInherited(db, otaPackages)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** Packages of the same kind that were released at some time, those on a way to the goal among them. */
export const packagesLike = (
  db: Tx,
  { companyId, pkgType, models }: OtaPackageRow,
): Promise<OtaPackageRow[]> =>
  db
    .select()
    .from(otaPackages)
    .where(
      and(
        visibleOrInherited(db, otaPackages),
        eq(otaPackages.companyId, companyId),
        eq(otaPackages.pkgType, pkgType),
        arrayOverlaps(otaPackages.models, models),
        inArray(otaPackages.state, ['PUBLISHED', 'UNLISTED', 'EXPIRED']),
      ),
    );

async function checkAll(db: Tx, table: OwnedTable, ids: readonly string[]): Promise<void> {
  const each = [...new Set(ids)];
  if (each.length === 0) return;
  const found = await counted(db, table, and(inValues(table.id, each), visible(db, table)));
  if (found < each.length) throw new Refusal('notFound');
}

/** Refuses robots, groups and sites that the reader does not see, and a missing one alike. */
export async function checkSelection(
  db: Tx,
  { deviceIds, groupIds, siteIds, stages }: OtaPlan,
): Promise<void> {
  await checkAll(db, devices, [...deviceIds, ...stages.flatMap((stage) => stage.deviceIds)]);
  await checkAll(db, deviceGroups, groupIds);
  await checkAll(db, sites, siteIds);
}

/** The robots that a plan names; without any, all of the models that are in use. */
function selected({ deviceIds, groupIds, siteIds, stages, rollbackOf }: OtaPlan, goal: OtaPackageRow) {
  const named = stages.flatMap((stage) => stage.deviceIds);
  const chosen = or(
    deviceIds.length > 0 ? inValues(devices.id, [...deviceIds, ...named]) : undefined,
    groupIds.length > 0 ? inValues(devices.groupId, groupIds) : undefined,
    siteIds.length > 0 ? inValues(devices.siteId, siteIds) : undefined,
  );
  if (chosen) return chosen;
  return rollbackOf
    ? undefined
    : and(inArray(devices.model, models(goal)), ne(devices.binding, 'NOT_ACTIVATED'));
}
type Model = (typeof devices.$inferSelect)['model'];
// A model that is not among those of devices matches none.
const models = (goal: OtaPackageRow) => goal.models as Model[];

export const candidatesOf = (db: Tx, plan: OtaPlan, goal: OtaPackageRow, only?: SQL) =>
  db
    .select({
      id: devices.id,
      companyId: devices.companyId,
      siteId: devices.siteId,
      sn: devices.sn,
      nickname: devices.nickname,
      model: devices.model,
      protocol: devices.protocol,
      actions: devices.actions,
      declared: devices.declared,
      binding: devices.binding,
      iccid: devices.iccid,
    })
    .from(devices)
    .where(and(visible(db, devices), isCountedDevice, selected(plan, goal), only))
    .orderBy(devices.id);
export type CandidateRow = Awaited<ReturnType<typeof candidatesOf>>[number];

const parts = ['whole', 'robot', 'hmi'];
// The name of a part is that of the type of its packages.
const typeOf = (part: string) => part.toUpperCase() as OtaPackageType;

/** The software versions of robots, as they last reported them. */
export async function versionsOf(db: Tx, deviceIds: readonly string[]): Promise<Map<string, PartVersions>> {
  const { deviceId, part, after, id } = deviceVersions;
  const rows = await db
    .selectDistinctOn([deviceId, part], { deviceId, part, after })
    .from(deviceVersions)
    .where(and(inValues(deviceId, deviceIds), inArray(part, parts), visible(db, deviceVersions)))
    .orderBy(deviceId, part, desc(id));
  const found = new Map<string, PartVersions>();
  for (const row of rows) {
    if (row.after === null) continue;
    found.set(row.deviceId, { ...found.get(row.deviceId), [typeOf(row.part)]: row.after });
  }
  return found;
}

/** The robots that have an open update of a type. */
export async function openOf(
  db: Tx,
  deviceIds: readonly string[],
  pkgType: OtaPackageType,
): Promise<Set<string>> {
  const rows = await db
    .select({ deviceId: otaRecords.deviceId })
    .from(otaRecords)
    .where(
      and(
        inValues(otaRecords.deviceId, deviceIds),
        eq(otaRecords.pkgType, pkgType),
        isNull(otaRecords.endedAt),
        visible(db, otaRecords),
      ),
    );
  return new Set(rows.map(({ deviceId }) => deviceId));
}

export async function whitelistOf(db: Tx, { id, releaseScope }: OtaPackageRow): Promise<Set<string>> {
  if (releaseScope === 'ALL') return new Set();
  const rows = await db
    .select({ deviceId: otaWhitelists.deviceId })
    .from(otaWhitelists)
    .where(and(eq(otaWhitelists.packageId, id), visible(db, otaWhitelists)));
  return new Set(rows.map(({ deviceId }) => deviceId));
}

/** The version that each robot had before a task updated it. */
export async function versionsBefore(db: Tx, taskId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ deviceId: otaRecords.deviceId, version: otaRecords.fromVersion })
    .from(otaRecords)
    .where(and(eq(otaRecords.taskId, taskId), eq(otaRecords.state, 'SUCCESSFUL'), visible(db, otaRecords)));
  return new Map(rows.map(({ deviceId, version }) => [deviceId, version ?? '']));
}

/** The highest minimum that the installed versions of each robot set: it refuses what is below, without a second signature. */
export async function minimumsOf(
  db: Tx,
  deviceIds: readonly string[],
  packages: readonly OtaPackageRow[],
  pkgType: OtaPackageType,
): Promise<Map<string, string>> {
  const { deviceId, part, after } = deviceVersions;
  const rows = await db
    .selectDistinct({ deviceId, after })
    .from(deviceVersions)
    .where(and(inValues(deviceId, deviceIds), eq(part, pkgType.toLowerCase()), visible(db, deviceVersions)));
  const minimums = new Map<string, string>();
  for (const row of rows) {
    const minimum = packages.find(({ version }) => version === row.after)?.minVersion;
    const present = minimums.get(row.deviceId);
    if (minimum && (present === undefined || compareOtaVersions(minimum, present) > 0))
      minimums.set(row.deviceId, minimum);
  }
  return minimums;
}
