import type { AuditEntry } from './audit.ts';
import { auditEntries } from './audit-table.ts';
import { inScope, type Db } from './db.ts';
import { newId } from './ids.ts';

const flushMs = 500;
const mostWaiting = 1_000;

/**
 * Refusals are collected and written together, away from the request: a flood of them must not become a flood of transactions.
 * Beyond a thousand waiting they are counted, and one entry says how many.
 */
export function refusalLog(db: Db, onError: (error: unknown) => void) {
  let waiting: AuditEntry[] = [];
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let dropped: { count: number; last: AuditEntry } | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const entries = dropped ? [...waiting, summary(dropped.last, dropped.count)] : waiting;
    waiting = [];
    dropped = undefined;
    if (entries.length === 0) return writing;
    writing = writing
      .then(() => inScope(db, '*', async (tx) => void (await tx.insert(auditEntries).values(entries))))
      .catch(onError);
    return writing;
  };
  return {
    add: (entry: AuditEntry) => {
      if (waiting.length >= mostWaiting) dropped = { count: (dropped?.count ?? 0) + 1, last: entry };
      else waiting.push(entry);
      timer ??= setTimeout(() => void flush(), flushMs);
    },
    flush,
  };
}

/** In the name of nobody: those that were not kept may be of many people. */
const summary = ({ at, code }: AuditEntry, count: number): AuditEntry => ({
  at,
  code,
  accountName: '',
  call: '',
  action: 'audit.flood',
  recordName: String(count),
  reason: 'tooMany',
  address: '',
  requestId: newId(),
});
