import { errors } from '@sweepline/contract';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { writeAudit, type AuditEntry } from '../audit/audit.ts';
import { auditChanges, auditEntries } from '../audit/audit-table.ts';
import { inScope, type Db, type Tx } from '../db/db.ts';
import { lockOf, type Claim } from './idempotency.ts';
import { idempotencyKeys, type PendingEntry } from './idempotency-table.ts';
import type { ChangedRow } from './without-transaction.ts';

const ofClaim = ({ accountId, keyHash }: Claim) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.keyHash, keyHash));

/** The rows that a request changed, in order. The triggers of the audit record them with the changes themselves. */
const changesOf = async (tx: Tx, requestId: string | null): Promise<ChangedRow[]> =>
  requestId === null
    ? []
    : await tx
        .select({
          table: auditChanges.tableName,
          recordId: auditChanges.recordId,
          operation: auditChanges.operation,
        })
        .from(auditChanges)
        .where(eq(auditChanges.requestId, requestId))
        .orderBy(asc(auditChanges.seq));

/** The entry of an interrupted call: it was carried out if it changed a row. */
function entryOf({ entry, createsRecord }: PendingEntry, changes: readonly ChangedRow[]): AuditEntry {
  const created = changes.find(({ operation }) => operation === 'INSERT')?.recordId;
  const isDone = changes.length > 0;
  return {
    ...entry,
    code: isDone ? 200 : errors.notCarriedOut.code,
    reason: isDone ? null : ('notCarriedOut' satisfies keyof typeof errors),
    recordId: (createsRecord ? created : undefined) ?? entry.recordId ?? null,
    durationMs: null,
  };
}

/**
 * Writes the audit entry of a call whose process ended before the call did, if it is missing. Returns the rows that the call
 * changed. The caller holds the claim's lock.
 */
export const settleClaim = (db: Db, claim: Claim): Promise<ChangedRow[]> =>
  inScope(db, '*', async (tx) => {
    const changes = await changesOf(tx, claim.requestId);
    if (!claim.pending) return changes;
    const { requestId } = claim.pending.entry;
    const [written] = await tx
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(eq(auditEntries.requestId, requestId))
      .limit(1);
    if (!written) await writeAudit(tx, entryOf(claim.pending, changes));
    await tx.update(idempotencyKeys).set({ pending: null }).where(ofClaim(claim));
    return changes;
  });

/**
 * Settles the claims that ended processes left behind. A claim whose lock is taken belongs to a process that runs, this one or
 * another, and is left alone. A call that changed nothing loses its claim, so that it can be repeated.
 */
export async function settleClaims(db: Db): Promise<void> {
  const claims = await inScope(db, '*', (tx) =>
    tx.select().from(idempotencyKeys).where(isNotNull(idempotencyKeys.pending)),
  );
  for (const { accountId, keyHash } of claims) {
    const lock = lockOf({ accountId, keyHash });
    if (!(await db.locks.tryTake(lock))) continue;
    try {
      await settleIfPending(db, { accountId, keyHash });
    } finally {
      await db.locks.release(lock);
    }
  }
}

/** Reads the claim again: its call may have ended before the lock was taken. */
async function settleIfPending(db: Db, key: Pick<Claim, 'accountId' | 'keyHash'>): Promise<void> {
  const read = (tx: Tx) =>
    tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.accountId, key.accountId), eq(idempotencyKeys.keyHash, key.keyHash)));
  const [claim] = await inScope(db, '*', read);
  if (!claim?.pending) return;
  const changes = await settleClaim(db, claim);
  if (changes.length === 0) await inScope(db, '*', (tx) => tx.delete(idempotencyKeys).where(ofClaim(claim)));
}
