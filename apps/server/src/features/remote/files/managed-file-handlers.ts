import { managedFileCalls, permissions, type Input, type ManagedFile } from '@sweepline/contract';
import { and, asc, eq, gte, ilike, lt, or, sql, type SQL } from 'drizzle-orm';
import { accountName } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { createDownloadAddresses, type Download } from '../../../platform/files/download-address.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile, findFile, type StoredFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { scopeOfReader } from '../../people/auth/download-reader-service.ts';
import { usedBytes } from './file-quota-service.ts';
import { managedFiles } from './managed-file-table.ts';

/** Files with their bytes, company and, where the reader sees the account, the uploader. */
const fileRows = (db: Tx) =>
  db
    .select({
      row: managedFiles,
      file: { bytes: storedFiles.bytes, md5: storedFiles.md5, sha256: storedFiles.sha256 },
      companyName: companies.name,
      uploader: sql<string>`coalesce(${accountName}, '')`,
    })
    .from(managedFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, managedFiles.fileId))
    .innerJoin(companies, eq(companies.id, managedFiles.companyId))
    .leftJoin(accounts, and(eq(accounts.id, managedFiles.uploadedById), visible(db, accounts)))
    .$dynamic();
type Found = Awaited<ReturnType<typeof fileRows>>[number];

const managedFileOf = ({ row, file, companyName, uploader }: Found): ManagedFile => ({
  ...row,
  ...file,
  md5: file.md5 ?? '',
  path: `file/${row.fileId}`,
  companyName,
  uploader,
  uploadedAt: row.createdAt,
});

async function readFile(db: Tx, id: string): Promise<ManagedFile> {
  const [found] = await fileRows(db).where(and(eq(managedFiles.id, id), visible(db, managedFiles)));
  if (!found) throw new Refusal('notFound');
  return managedFileOf(found);
}

const sortable = { name: managedFiles.name, bytes: storedFiles.bytes, updatedAt: managedFiles.updatedAt };

function matching(db: Tx, filters: Input<typeof managedFileCalls.list>): SQL | undefined {
  const { keyword, label, format, companyId, from, to } = filters;
  const pattern = keyword ? contains(keyword) : undefined;
  const { name, remarks, createdAt } = managedFiles;
  return and(
    visible(db, managedFiles),
    label ? eq(managedFiles.label, label) : undefined,
    format ? eq(managedFiles.format, format) : undefined,
    companyId ? eq(managedFiles.companyId, companyId) : undefined,
    from ? gte(createdAt, from) : undefined,
    to ? lt(createdAt, to) : undefined,
    pattern
      ? or(
          ...[name, managedFiles.label, remarks].map((column) => ilike(column, pattern)),
          sql`exists (select from ${storedFiles} it where it.id = ${managedFiles.fileId} and it.md5 = ${keyword?.toLowerCase()})`,
        )
      : undefined,
  );
}

/** The different values of a column in the tenant scope, without the empty one. */
async function valuesOf(db: Tx, column: typeof managedFiles.label | typeof managedFiles.format) {
  const rows = await db
    .selectDistinct({ value: column })
    .from(managedFiles)
    .where(and(visible(db, managedFiles), sql`${column} <> ''`))
    .orderBy(asc(column))
    .limit(200);
  return rows.map(({ value }) => value);
}

/** The file of a download address, if its account may still read it. */
const fileOfDownload = (db: Db, { recordId, accountId }: Download): Promise<StoredFile> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const scope = await scopeOfReader(tx, accountId, permissions.files);
      const { companyId, fileId } = await find(tx, managedFiles, recordId);
      if (scope !== '*' && !scope.includes(companyId)) throw new Refusal('notFound');
      return await findFile(tx, fileId);
    },
    { readOnly: true },
  );

interface Needs {
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
  quotaBytes: number;
}

/** The labels and formats in the tenant scope, and the storage of the caller's company. */
const readUsage = async (db: Tx, companyId: string, { now, quotaBytes }: Omit<Needs, 'vault'>) => ({
  labels: await valuesOf(db, managedFiles.label),
  formats: await valuesOf(db, managedFiles.format),
  usedBytes: await usedBytes(db, companyId, now),
  maxBytes: quotaBytes,
});

export function managedFileAnswers({ vault, now, quotaBytes }: Needs) {
  const addresses = createDownloadAddresses(vault, now);
  return answer(managedFileCalls, {
    list: async ({ db }, { sort, ...filters }) => {
      const where = matching(db, { sort, ...filters });
      const rows = fileRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, sort, managedFiles.id));
      const { list, total } = await paginate(filters, rows, counted(db, managedFiles, where));
      return { total, list: list.map(managedFileOf) };
    },

    detail: ({ db }, { id }) => readFile(db, id),

    usage: ({ db, account }) => readUsage(db, account.companyId, { now, quotaBytes }),

    update: async ({ db }, { id, version, label, remarks }) => {
      const row = await find(db, managedFiles, id, { lock: true });
      checkVersion({ ...row, updatedBy: '' }, version);
      const updatedAt = now().toISOString();
      await db
        .update(managedFiles)
        .set({ label, remarks, updatedAt, version: version + 1 })
        .where(eq(managedFiles.id, id));
      return await readFile(db, id);
    },

    // The bytes follow with the cleanup of unused files, unless another file has the same.
    remove: async ({ db }, { id }) => {
      const { fileId } = await find(db, managedFiles, id, { lock: true });
      await db.delete(managedFiles).where(eq(managedFiles.id, id));
      await db.delete(storedFiles).where(eq(storedFiles.id, fileId));
      return {};
    },

    download: async ({ db, account }, { id }) => {
      await find(db, managedFiles, id, { lock: true });
      // The changed row gives the audit entry the name of the file.
      await db
        .update(managedFiles)
        .set({ downloads: sql`${managedFiles.downloads} + 1` })
        .where(eq(managedFiles.id, id));
      const { token, expiresAt } = addresses.create({ recordId: id, accountId: account.id });
      return { url: `/api/${managedFileCalls.fetch.path.replace(':token', token)}`, expiresAt };
    },

    fetch: withoutTransaction(async ({ services }, { token }) => {
      const download = addresses.read(token);
      if (!download) throw new Refusal('notFound');
      const file = await fileOfDownload(services.db, download);
      return { ...bytesOfFile(services.files, file), fileName: file.name };
    }),
  });
}
