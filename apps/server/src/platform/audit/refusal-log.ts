import type { AuditEntry } from './audit.ts';
import { auditEntries } from './audit-table.ts';
import type { Db } from '../db/db.ts';
import type { FaultSink } from '../runtime/fault-log.ts';
import { newId } from '../runtime/ids.ts';
import { createWriteBehind } from '../runtime/write-behind.ts';

const flushMs = 500;
const maxQueued = 1_000;

/**
 * Writes refusals in batches outside the request, because a flood of refusals must not cause a flood of transactions. More than
 * a thousand queued refusals are only counted, and one entry contains the count.
 */
export function refusalLog(db: Db, log: FaultSink) {
  const queue = createWriteBehind<AuditEntry>({
    name: 'refusals',
    db,
    log,
    flushMs,
    maxQueued,
    summarise: (last, count) => summary(last, count),
    // A batch whose commit was not answered is written again. The ids make the second write do nothing.
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

/** Contains no account: the dropped entries may belong to several accounts. */
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
