import { and, eq, isNull } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';
import type { Services } from '../../../platform/calls/services.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { FaultSink } from '../../../platform/runtime/fault-log.ts';
import { createWriteBehind } from '../../../platform/runtime/write-behind.ts';
import { notify } from './notice-service.ts';

const maxQueued = 1_000;

/** Notifies the provider of missing or damaged stored files, once per file: only the provider can restore them. */
export function watchForFileFaults({ db, bus, files }: Services, now: Clock, log: FaultSink) {
  const reported = new Set<string>();
  const queue = createWriteBehind<{ sha256: string }>({
    name: 'file-fault-notices',
    db,
    log,
    maxQueued,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, faults) => {
      for (const { sha256 } of faults) await notifyProvider(tx, sha256);
    },
  });

  const notifyProvider = async (tx: Tx, sha256: string): Promise<void> => {
    const [provider] = await tx
      .select({ id: companies.id })
      .from(companies)
      .where(and(eq(companies.type, 0), isNull(companies.parentId)))
      .limit(1);
    const [file] = await tx
      .select({ name: storedFiles.name, companyId: storedFiles.companyId, company: companies.name })
      .from(storedFiles)
      .innerJoin(companies, eq(companies.id, storedFiles.companyId))
      .where(eq(storedFiles.sha256, sha256))
      .limit(1);
    if (!provider || !file) return;
    await notify(tx, bus, now, {
      kind: 'system',
      companyId: provider.id,
      about: { kind: 'company', id: file.companyId },
      template: 'fileDamaged',
      params: { name: file.name, company: file.company, sha256 },
      occasion: `file/${sha256}`,
    });
  };

  const unsubscribe = files.onFault(({ sha256 }) => {
    if (reported.has(sha256)) return;
    reported.add(sha256);
    queue.add({ sha256 });
  });
  return {
    stop: async () => {
      unsubscribe();
      await queue.flush();
    },
  };
}
