import { asc, eq, gt } from 'drizzle-orm';
import { checkStatistics } from '../../features/figures/statistics/statistics-recount.ts';
import { auditSeals } from '../../platform/audit/audit-chain-table.ts';
import { checkChain } from '../../platform/audit/audit-check.ts';
import { BackupFault } from '../../platform/backup/backup-fault.ts';
import type { BackupHead } from '../../platform/backup/backup-head.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { FileStore } from '../../platform/files/files.ts';

export interface RestoredChecks {
  auditLinks: number;
  /** Rows whose file is not there: the backup says that it could not be read. */
  rowsWithoutFile: number;
  statisticsDifferences: number;
}

/** Checks what was restored: the audit chain up to the link that the head names, the sums, and that each row finds its file. */
export async function checkRestored(
  db: Db,
  files: Pick<FileStore, 'size'>,
  { auditHead }: Pick<BackupHead, 'auditHead'>,
): Promise<RestoredChecks> {
  const auditLinks = await checkAudit(db, auditHead);
  const { differences } = await inScope(db, '*', checkStatistics, { readOnly: true });
  return {
    auditLinks,
    rowsWithoutFile: await countRowsWithoutFile(db, files),
    statisticsDifferences: differences,
  };
}

async function checkAudit(db: Db, auditHead: BackupHead['auditHead']): Promise<number> {
  return await inScope(db, '*', async (tx) => {
    const chain = await checkChain((text, values) => tx.raw(text, [...values]));
    if (chain.broken) throw new BackupFault('NOT_CONSISTENT', 'the chain of the audit is broken.');
    if (!auditHead) return chain.links;
    const [link] = await tx.select().from(auditSeals).where(eq(auditSeals.seq, auditHead.seq));
    const isDropped = link === undefined && chain.start.seq >= auditHead.seq;
    if (!isDropped && link?.hash !== auditHead.hash)
      throw new BackupFault('NOT_CONSISTENT', `the audit lacks the link ${auditHead.seq} of the backup.`);
    return chain.links;
  });
}

const rowsAtOnce = 1_000;

async function countRowsWithoutFile(db: Db, files: Pick<FileStore, 'size'>): Promise<number> {
  let missing = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { id, sha256, bytes } = storedFiles;
    const rows = await inScope(
      db,
      '*',
      (tx) =>
        tx
          .select({ id, sha256, bytes })
          .from(storedFiles)
          .where(gt(id, after))
          .orderBy(asc(id))
          .limit(rowsAtOnce),
      { readOnly: true },
    );
    for (const row of rows) if ((await files.size(row.sha256)) !== row.bytes) missing += 1;
    const last = rows.at(-1);
    if (!last) return missing;
    after = last.id;
  }
}
