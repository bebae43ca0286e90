import type { Input, OtaPackageDetail, otaPackageCalls } from '@sweepline/contract';
import { compareOtaVersions, type OtaManifest } from '@sweepline/contract/robot';
import { and, arrayOverlaps, eq, getTableName, sql } from 'drizzle-orm';
import { otaPackages } from '../../../entities/updates/ota-package-table.ts';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, type ChangedRow } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { StoredFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkPackageFile } from './package-archive-service.ts';
import { readPackage } from './package-read.ts';
import { formatFor } from './package-rules.ts';
import { checkSignature, type ReleaseKeys } from './package-signature-service.ts';

type AddInput = Input<typeof otaPackageCalls.add>;

/** The kind of stored files that become packages; the purpose of their upload. */
const packageFileKind = 'OTA_PACKAGE';

/** The file of an upload of this account. Files of other kinds, accounts and companies are as good as missing. */
async function findUpload(ctx: Ctx, fileId: string): Promise<StoredFile> {
  const { id: uploadedById, companyId } = ctx.account;
  const isUpload = and(
    eq(storedFiles.id, fileId),
    eq(storedFiles.kind, packageFileKind),
    eq(storedFiles.uploadedById, uploadedById),
    eq(storedFiles.companyId, companyId),
  );
  const [file] = await inShortTransaction(ctx, (db) =>
    db
      .select()
      .from(storedFiles)
      .where(and(isUpload, visible(db, storedFiles))),
  );
  if (!file) throw wrongField('fileId', 'UPGRADE_FILE_MISSING');
  return file;
}

/** Refuses a version that a model has already, and one below the minimum that a released package set. */
async function checkVersionOf(db: Tx, companyId: string, { models, pkgType, version }: OtaManifest) {
  const rows = await db
    .select()
    .from(otaPackages)
    .where(
      and(
        visible(db, otaPackages),
        eq(otaPackages.companyId, companyId),
        eq(otaPackages.pkgType, pkgType),
        arrayOverlaps(otaPackages.models, models),
      ),
    );
  for (const row of rows) {
    const model = row.models.filter((it) => models.includes(it)).join(', ');
    if (compareOtaVersions(row.version, version) === 0)
      throw wrongField('signed', 'PACKAGE_VERSION_TAKEN', { version, model });
    const minimum = row.releasedAt === null ? null : row.minVersion;
    if (minimum !== null && compareOtaVersions(version, minimum) < 0)
      throw wrongField('signed', 'VERSION_BELOW_MINIMUM', { version, minimum, name: row.name, model });
  }
}

/** Refuses an end of the package that has passed. */
export function checkExpiry({ now }: Pick<Ctx, 'now'>, { expiresAt }: { expiresAt: string | null }): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime())
    throw wrongField('expiresAt', 'RELEASE_IN_PAST');
}

/**
 * Makes a draft of an uploaded file. The archive is read before the transaction, because two gigabytes take seconds; the file cannot
 * change meanwhile.
 */
export async function addPackage(ctx: Ctx, keys: ReleaseKeys, input: AddInput): Promise<OtaPackageDetail> {
  const { account, now, services } = ctx;
  const { signed, fileId, pkgType, ...settings } = input;
  const { manifest, signature } = signed;
  requireProvider(account);
  if (manifest.pkgType !== pkgType) throw wrongField('pkgType', 'TYPE_NOT_SIGNED');
  const format = formatFor(manifest);
  checkExpiry(ctx, settings);
  const file = await findUpload(ctx, fileId);
  if (file.sha256 !== manifest.sha256 || file.bytes !== manifest.bytes)
    throw wrongField('signed', 'FILE_NOT_SIGNED');
  checkSignature(keys, signed);
  await checkPackageFile(services.files, file, format);
  return await inShortTransaction(ctx, async (db) => {
    // Of two uploads of one version at the same time, the second one sees the first.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('ota_packages'))`);
    await checkVersionOf(db, account.companyId, manifest);
    const [id, at] = [newId(), now().toISOString()];
    const made = {
      id,
      companyId: account.companyId,
      uploadedAt: at,
      uploadedById: account.id,
      updatedAt: at,
    };
    const models = manifest.models.toSorted();
    await db.insert(otaPackages).values({
      ...settings,
      ...manifest,
      ...made,
      models,
      format,
      fileId,
      signature,
      state: 'DRAFT',
      updatedById: account.id,
    });
    return await readPackage({ ...ctx, db }, id);
  });
}

/** The package that an interrupted attempt made, if it did. */
export async function recoverAdd(ctx: Ctx, _input: AddInput, changes: readonly ChangedRow[]) {
  const made = changes.find(
    ({ table, operation }) => table === getTableName(otaPackages) && operation === 'INSERT',
  );
  return made ? await inShortTransaction(ctx, (db) => readPackage({ ...ctx, db }, made.recordId)) : undefined;
}
