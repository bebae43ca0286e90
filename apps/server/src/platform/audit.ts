import type { Call } from '@sweepline/contract';
import { auditEntries } from './audit-table.ts';
import type { Account } from './ctx.ts';
import { inScope, type Db, type Tx } from './db.ts';

export type AuditEntry = typeof auditEntries.$inferInsert;

export interface Occasion {
  call: Call;
  account: Account | undefined;
  at: Date;
  address: string;
  requestId: string;
}

/** An entry for a call; the record is the one the input names, else the one the answer made. */
export function auditEntry(
  occasion: Occasion,
  code: number,
  reason: string | null,
  ...about: unknown[]
): AuditEntry {
  const { call, account, at, address, requestId } = occasion;
  return {
    companyId: account?.companyId ?? null,
    at: at.toISOString(),
    accountId: account?.id ?? null,
    accountName: account?.username ?? '',
    call: `${call.method} ${call.path}`,
    recordId: about.map(idOf).find((id) => id !== null) ?? null,
    code,
    reason,
    address,
    requestId,
  };
}

function idOf(thing: unknown): string | null {
  if (typeof thing !== 'object' || thing === null || !('id' in thing)) return null;
  return typeof thing.id === 'string' ? thing.id.slice(0, 64) : null;
}

/** In the transaction of the write itself: there is no change without its entry, and no entry without its change. */
export const writeAudit = async (db: Tx, entry: AuditEntry) =>
  void (await db.insert(auditEntries).values(entry));

const flushMs = 500;
const mostWaiting = 1_000;

/**
 * Refusals are collected and written together, away from the request: a flood of them must not become a flood of transactions.
 * Beyond a thousand waiting they are counted, not kept.
 */
export function refusalLog(db: Db, onError: (error: unknown) => void) {
  let waiting: AuditEntry[] = [];
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return writing;
    writing = writing
      .then(() => inScope(db, '*', async (tx) => void (await tx.insert(auditEntries).values(entries))))
      .catch(onError);
    return writing;
  };
  return {
    add: (entry: AuditEntry) => {
      if (waiting.length >= mostWaiting) dropped += 1;
      else waiting.push(entry);
      timer ??= setTimeout(() => void flush(), flushMs);
    },
    flush,
    dropped: () => dropped,
  };
}
