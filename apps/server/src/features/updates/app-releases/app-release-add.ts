import { maxAppBytes, type AppReleaseDetail, type Input, type appReleaseCalls } from '@sweepline/contract';
import { and, desc, eq, getTableName } from 'drizzle-orm';
import { requireProvider } from '../../../entities/people/company-rules.ts';
import {
  appPackageFiles,
  appPictureFiles,
  appReleases,
  apps,
  type AppReleaseRow,
  type AppRow,
} from '../../../entities/updates/app-table.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, type ChangedRow } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { ArchiveFault, archiveSourceOf } from '../../../platform/files/archive-source.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { storeFile, type FileStore, type StoredFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkPackageFile } from '../packages/package-archive-service.ts';
import { ApkFault, apkRefusal } from './apk/apk-fault.ts';
import { readApk, type ApkFacts } from './apk/apk-file.ts';
import { drawIcon } from './apk/apk-icon.ts';
import { readRelease } from './app-release-read.ts';
import { checkSettings, currentCertificates } from './app-release-rules.ts';

type AddInput = Input<typeof appReleaseCalls.add>;

/** The file of an upload of this account. Files of other kinds, accounts and companies are as good as missing. */
async function findUpload(db: Tx, { id, companyId }: Ctx['account'], fileId: string): Promise<StoredFile> {
  const isUpload = and(
    eq(storedFiles.id, fileId),
    eq(storedFiles.kind, appPackageFiles),
    eq(storedFiles.uploadedById, id),
    eq(storedFiles.companyId, companyId),
  );
  const [file] = await db
    .select()
    .from(storedFiles)
    .where(and(isUpload, visible(db, storedFiles)));
  if (!file) throw wrongField('fileId', 'UPGRADE_FILE_MISSING');
  return file;
}

/** Judges a stored file by its content. */
async function readFile(files: FileStore, file: StoredFile): Promise<ApkFacts> {
  if (file.bytes > maxAppBytes) throw new Refusal('fileTooLarge');
  try {
    const facts = await readApk(archiveSourceOf(files, file));
    if (facts.split !== undefined)
      throw wrongField('fileId', 'APK_SPLIT', { name: facts.split.slice(0, 100) });
    return facts;
  } catch (error) {
    if (error instanceof ApkFault) throw apkRefusal(error);
    if (error instanceof ArchiveFault) throw new Refusal('fileFormat');
    throw error;
  }
}

/** Refuses a build that is not above the last one, and a certificate that devices with the last one would refuse. */
async function checkPredecessor(db: Tx, appId: string, facts: ApkFacts): Promise<void> {
  const [last] = await db
    .select()
    .from(appReleases)
    .where(and(eq(appReleases.appId, appId), visible(db, appReleases)))
    .orderBy(desc(appReleases.build))
    .limit(1);
  if (!last) return;
  if (facts.build <= last.build)
    throw new Refusal('appBuildNotAbove', {
      words: { build: String(facts.build), last: String(last.build) },
    });
  if (currentCertificates(facts) !== currentCertificates(last))
    throw new Refusal('appCertificateDiffers', { words: { version: last.version } });
}

interface Upload {
  file: StoredFile;
  facts: ApkFacts;
  icon: Buffer | undefined;
}

async function storeRelease(ctx: Ctx, app: AppRow, input: AddInput, upload: Upload): Promise<string> {
  const { db, account, now, services } = ctx;
  const { appId, fileId, ...settings } = input;
  const { version, build, minSdk, labels, certificates } = upload.facts;
  const { bytes, sha256 } = upload.file;
  const { companyId } = app;
  const [id, at] = [newId(), now().toISOString()];
  const icon = upload.icon && {
    companyId,
    kind: appPictureFiles,
    name: 'icon.png',
    mediaType: 'image/png',
    content: upload.icon,
  };
  const iconFileId = icon ? (await storeFile(db, services.files, now, icon)).id : null;
  const made: typeof appReleases.$inferInsert = {
    ...settings,
    id,
    companyId,
    appId,
    fileId,
    bytes,
    sha256,
    version,
    build,
    minSdk,
    labels,
    certificates,
    iconFileId,
    state: 'DRAFT' satisfies AppReleaseRow['state'],
    uploadedAt: at,
    uploadedById: account.id,
    updatedAt: at,
    updatedById: account.id,
  };
  await db.insert(appReleases).values(made);
  return id;
}

/**
 * Makes a draft of an uploaded apk. The file is read before the transaction, because its hash takes seconds; it cannot change
 * meanwhile, and its bytes are stored as they are.
 */
export async function addRelease(ctx: Ctx, input: AddInput): Promise<AppReleaseDetail> {
  const { account, now, services } = ctx;
  requireProvider(account);
  const { app, file } = await inShortTransaction(ctx, async (db) => ({
    app: await find(db, apps, input.appId),
    file: await findUpload(db, account, input.fileId),
  }));
  if (app.platform === 'IOS') throw wrongField('appId', 'APP_OF_APPLE');
  const facts = await readFile(services.files, file);
  await checkPackageFile(services.files, file, 'apk');
  if (facts.packageId !== app.packageId)
    throw wrongField('fileId', 'APK_OTHER_APP', { packageId: facts.packageId.slice(0, 120) });
  checkSettings(input, facts.build, now());
  const icon = facts.icon && (await drawIcon(facts.icon));
  return await inShortTransaction(ctx, async (db) => {
    // Of two uploads at the same time, the second one sees the first.
    await find(db, apps, app.id, { lock: true });
    await checkPredecessor(db, app.id, facts);
    const id = await storeRelease({ ...ctx, db }, app, input, { file, facts, icon });
    return await readRelease({ ...ctx, db }, id);
  });
}

/** The version that an interrupted attempt made, if it did. */
export async function recoverAdd(ctx: Ctx, _input: AddInput, changes: readonly ChangedRow[]) {
  const made = changes.find(
    ({ table, operation }) => table === getTableName(appReleases) && operation === 'INSERT',
  );
  return made ? await inShortTransaction(ctx, (db) => readRelease({ ...ctx, db }, made.recordId)) : undefined;
}
