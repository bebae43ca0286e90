import type { Readable } from 'node:stream';
import { uploadLimits, uploadPermissions, type UploadPurpose } from '@sweepline/contract';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { isOfProvider } from '../../../entities/people/company-rules.ts';
import { hasPermission, Refusal, type Account } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { joinParts, storeParts } from '../../../platform/files/file-parts.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkQuota } from './file-quota-service.ts';
import { fileUploads, type FileUploadRow } from './file-upload-table.ts';
import { formatOf } from './managed-file-rules.ts';
import { managedFiles } from './managed-file-table.ts';

const dayMs = 86_400_000;
/** Parts of one stored piece; a larger body becomes several. */
const partBytes = 64 * 1024 * 1024;
/** A sender of very small pieces would make a long list. */
const maxParts = 4_000;

export interface NewUpload extends Pick<
  FileUploadRow,
  'purpose' | 'name' | 'mediaType' | 'label' | 'remarks' | 'bytes'
> {}

interface UploadDeps {
  db: Db;
  files: FileStore;
  now: Clock;
  quotaBytes: number;
}

/** Refuses an account that may not upload for this purpose, and one that could not use the file: packages belong to the provider. */
function checkPurpose(account: Account, purpose: UploadPurpose): void {
  const isOfNoUse = purpose === 'OTA_PACKAGE' && !(isOfProvider(account) && account.scope === '*');
  if (isOfNoUse || !hasPermission(account, uploadPermissions[purpose])) throw new Refusal('forbidden');
}

/** An upload of this account in its present company. */
const own = ({ id: accountId, companyId }: Account, id: string) =>
  and(eq(fileUploads.id, id), eq(fileUploads.accountId, accountId), eq(fileUploads.companyId, companyId));

/** The account's uploads that have not ended, the newest first. */
export const openUploads = (tx: Tx, account: Account, now: Clock, purpose: UploadPurpose) =>
  tx
    .select()
    .from(fileUploads)
    .where(
      and(
        eq(fileUploads.accountId, account.id),
        eq(fileUploads.companyId, account.companyId),
        eq(fileUploads.purpose, purpose),
        isNull(fileUploads.fileId),
        gt(fileUploads.expiresAt, now().toISOString()),
      ),
    )
    .orderBy(desc(fileUploads.createdAt), desc(fileUploads.id));

/**
 * Uploads in several requests. All state is in the database and the file store, so an upload continues at another server and after
 * a crash. There are no locks: of two requests for the same offset, the first to store its part wins and the other is refused.
 */
export function createUploads({ db, files, now, quotaBytes }: UploadDeps) {
  /** The upload belongs to the caller's own company, also where the caller sees others only. */
  const inOwn = <T>(account: Account, work: (tx: Tx) => Promise<T>, readOnly = false) =>
    inScope(db, [account.companyId], work, { readOnly, home: account.companyId });
  const expiry = () => new Date(now().getTime() + dayMs).toISOString();

  const find = async (account: Account, id: string): Promise<FileUploadRow> => {
    const [row] = await inOwn(account, (tx) => tx.select().from(fileUploads).where(own(account, id)), true);
    if (!row || (!row.fileId && Date.parse(row.expiresAt) < now().getTime())) throw new Refusal('uploadGone');
    checkPurpose(account, row.purpose);
    return row;
  };

  const record = async (account: Account, row: FileUploadRow, at: number, part: PartOf) => {
    const [stored] = await inOwn(account, async (tx) => {
      await checkQuota(tx, { companyId: account.companyId, quotaBytes, now }, part.bytes);
      return await tx
        .update(fileUploads)
        .set({
          receivedBytes: at + part.bytes,
          parts: sql`${fileUploads.parts} || ${JSON.stringify([part.sha256])}::jsonb`,
          expiresAt: expiry(),
        })
        // The offset is part of the condition: a request that another one has overtaken adds nothing.
        .where(and(own(account, row.id), eq(fileUploads.receivedBytes, at), isNull(fileUploads.fileId)))
        .returning();
    });
    if (!stored) throw new Refusal('uploadOffset');
    return stored;
  };

  return {
    begin: async (
      account: Account,
      upload: NewUpload,
      after: (tx: Tx, row: FileUploadRow) => Promise<void>,
    ): Promise<FileUploadRow> => {
      checkPurpose(account, upload.purpose);
      if (upload.bytes > uploadLimits.bytes) throw new Refusal('fileTooLarge');
      return await inOwn(account, async (tx) => {
        await checkQuota(tx, { companyId: account.companyId, quotaBytes, now }, upload.bytes);
        const row: FileUploadRow = {
          id: newId(),
          companyId: account.companyId,
          accountId: account.id,
          ...upload,
          receivedBytes: 0,
          parts: [],
          fileId: null,
          createdAt: now().toISOString(),
          expiresAt: expiry(),
        };
        await tx.insert(fileUploads).values(row);
        await after(tx, row);
        return row;
      });
    },

    find,

    /** Stores what arrives, from the present end of the upload. Returns the upload with its new end. */
    append: async (account: Account, row: FileUploadRow, offset: number, body: Readable) => {
      if (row.fileId || offset !== row.receivedBytes) throw new Refusal('uploadOffset');
      if (row.parts.length >= maxParts) throw new Refusal('fileTooLarge');
      let present = row;
      const limit = row.bytes - offset;
      await storeParts(files, body, { limit, partBytes }, async (part) => {
        present = await record(account, row, present.receivedBytes, part);
      });
      return present;
    },

    /** Joins the parts of a complete upload to a stored file. A repeated call returns the same file. */
    finish: async (
      account: Account,
      row: FileUploadRow,
      after: (tx: Tx, fileId: string) => Promise<void>,
    ): Promise<string> => {
      if (row.fileId) return row.fileId;
      const content = await joinParts(files, row.parts);
      return await inOwn(account, async (tx) => {
        const [locked] = await tx.select().from(fileUploads).where(own(account, row.id)).for('update');
        if (!locked) throw new Refusal('uploadGone');
        if (locked.fileId) return locked.fileId;
        const fileId = newId();
        await storeFinished(tx, locked, { id: fileId, ...content, createdAt: now().toISOString() });
        await tx.update(fileUploads).set({ fileId, expiresAt: expiry() }).where(own(account, row.id));
        await after(tx, fileId);
        return fileId;
      });
    },

    /** Ends an upload. Its parts are deleted by the cleanup of unused files. */
    remove: async (account: Account, row: FileUploadRow, after: (tx: Tx) => Promise<void>): Promise<void> => {
      if (row.fileId) throw new Refusal('uploadGone');
      await inOwn(account, async (tx) => {
        const deleted = await tx
          .delete(fileUploads)
          .where(and(own(account, row.id), isNull(fileUploads.fileId)))
          .returning({ id: fileUploads.id });
        if (deleted.length === 0) throw new Refusal('uploadGone');
        await after(tx);
      });
    },
  };
}
export type UploadService = ReturnType<typeof createUploads>;

type PartOf = Parameters<Parameters<typeof storeParts>[3]>[0];

/** The rows of a finished upload: the stored file and, for a file of people, its entry in their list. */
async function storeFinished(
  tx: Tx,
  { companyId, accountId, purpose, name, mediaType, label, remarks }: FileUploadRow,
  file: Pick<typeof storedFiles.$inferInsert, 'sha256' | 'bytes' | 'md5' | 'createdAt'> & { id: string },
): Promise<void> {
  await tx
    .insert(storedFiles)
    .values({ ...file, companyId, kind: purpose, name, mediaType, uploadedById: accountId });
  if (purpose !== 'FILE') return;
  const { id: fileId, createdAt } = file;
  const words = { name, format: formatOf(name), label, remarks };
  const entry = { companyId, fileId, uploadedById: accountId, createdAt, updatedAt: createdAt };
  await tx.insert(managedFiles).values({ ...words, ...entry });
}
