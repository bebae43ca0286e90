import type { AuditEntry } from './audit.ts';
import { auditEntries } from './audit-table.ts';
import type { Db } from '../db/db.ts';
import type { FaultSink } from '../runtime/fault-log.ts';
import { newId } from '../runtime/ids.ts';
import { createWriteBehind } from '../runtime/write-behind.ts';

const flushMs = 500;
const maxQueued = 1_000;

/**
 * Refusals are written together, away from the request: a flood of them must not become a flood of transactions. Beyond a thousand
 * waiting they are counted, and one entry says how many.
 */
export function refusalLog(db: Db, log: FaultSink) {
  const queue = createWriteBehind<AuditEntry>({
    ...{ name: 'refusals', db, log, flushMs, maxQueued },
    summarise: (last, count) => summary(last, count),
    // A batch whose commit was not answered is written again, and its rows are known by their ids.
    write: (tx, rows) =>
      tx
        .insert(auditEntries)
        .values([...rows])
        .onConflictDoNothing(),
  });
  return {
    add: (entry: AuditEntry): void => queue.add({ id: newId(), ...entry }),
    flush: queue.flush,
  };
}

/** Names no account: the entries that were not kept may be of many people. */
const summary = ({ at, code }: AuditEntry, count: number): AuditEntry => ({
  id: newId(),
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
