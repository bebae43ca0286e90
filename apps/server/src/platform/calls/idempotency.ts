import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { seal, unseal } from './answer-seal.ts';
import { Refusal, wrongField, type Account } from './ctx.ts';
import type { Tx } from '../db/db.ts';
import { idempotencyKeys, type PendingEntry } from './idempotency-table.ts';

const retentionMs = 24 * 3_600_000;
const keyForm = /^[\x21-\x7e]{8,128}$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The claim of a key: a row without an answer. */
export type Claim = typeof idempotencyKeys.$inferSelect;

/** What a claim stores of a call that outlives its transaction. */
export interface Pending extends PendingEntry {
  requestId: string;
}

export interface Attempt {
  key: string;
  call: string;
  input: unknown;
  account: Account;
  now: Date;
}

const ofAttempt = ({ account, key }: Attempt) =>
  and(eq(idempotencyKeys.accountId, account.id), eq(idempotencyKeys.keyHash, sha256(key)));
// The hash includes the key, which only the caller has: a password in the input cannot be guessed from the hash.
const requestHashOf = ({ key, call, input }: Attempt) => sha256(`${key}\n${call}\n${JSON.stringify(input)}`);

const pendingColumns = (pending: Pending | undefined) => ({
  requestId: pending?.requestId ?? null,
  pending: pending ? { entry: pending.entry, createsRecord: pending.createsRecord } : null,
});

/**
 * Claims the key for this request. Returns the first answer of a repeated request, or the claim that an ended process left behind.
 * Refuses with `wrongState` if the key belongs to another request.
 */
export async function claim(
  db: Tx,
  attempt: Attempt,
  pending?: Pending,
): Promise<{ answer: unknown } | { leftBehind: Claim } | undefined> {
  const { key, account, now } = attempt;
  if (!keyForm.test(key)) throw wrongField('Idempotency-Key', 'IDEMPOTENCY_KEY', { min: 8, max: 128 });
  const tooOld = new Date(now.getTime() - retentionMs).toISOString();
  await db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, account.id), lt(idempotencyKeys.createdAt, tooOld)));
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({
      companyId: account.companyId,
      accountId: account.id,
      keyHash: sha256(key),
      requestHash: requestHashOf(attempt),
      ...pendingColumns(pending),
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ keyHash: idempotencyKeys.keyHash });
  if (claimed) return undefined;
  const first = await checkSameRequest(db, attempt);
  if (first?.answer) return { answer: JSON.parse(unseal(key, first.answer)) };
  if (!first || !pending) throw new Refusal('wrongState');
  return { leftBehind: first };
}

/** Refuses with `wrongState` if the key belongs to another request. Returns the key's row. */
export async function checkSameRequest(db: Tx, attempt: Attempt): Promise<Claim | undefined> {
  const [first] = await db.select().from(idempotencyKeys).where(ofAttempt(attempt));
  if (first && first.requestHash !== requestHashOf(attempt)) throw new Refusal('wrongState');
  return first;
}

/** Makes a claim that was left behind the claim of this request. */
export const renew = (db: Tx, attempt: Attempt, pending: Pending) =>
  db
    .update(idempotencyKeys)
    .set({ ...pendingColumns(pending), createdAt: attempt.now.toISOString() })
    .where(ofAttempt(attempt));

/** Stores the answer for repeated requests. */
export async function keep(db: Tx, attempt: Attempt, answer: unknown): Promise<void> {
  const sealed = seal(attempt.key, JSON.stringify(answer));
  await db.update(idempotencyKeys).set({ answer: sealed, pending: null }).where(ofAttempt(attempt));
}

/** The name of the lock that a process holds while it carries out a claimed call. */
export const lockOf = ({ accountId, keyHash }: Pick<Claim, 'accountId' | 'keyHash'>): string =>
  `idempotency ${accountId} ${keyHash}`;
export const lockOfAttempt = ({ account, key }: Attempt): string =>
  lockOf({ accountId: account.id, keyHash: sha256(key) });

/** Deletes the key after a failure, so the request may be repeated with it. */
export const release = (db: Tx, attempt: Attempt) => db.delete(idempotencyKeys).where(ofAttempt(attempt));

/**
 * Runs `work` once per account and key: a repeated request gets the first answer. The key's row is inserted first, so of two
 * concurrent requests the second waits for the first one's transaction.
 */
export async function once(db: Tx, attempt: Attempt, work: () => Promise<unknown>): Promise<unknown> {
  const earlier = await claim(db, attempt);
  if (earlier && 'answer' in earlier) return earlier.answer;
  const answer = await work();
  await keep(db, attempt, answer);
  return answer;
}
