import { setTimeout as pause } from 'node:timers/promises';
import { writeAudit, type AuditEntry } from '../audit/audit.ts';
import { inScope, type Db, type Tx } from '../db/db.ts';
import { settleClaim } from './claim-settlement.ts';
import { Refusal, type Account } from './ctx.ts';
import {
  checkSameRequest,
  claim,
  keep,
  lockOfAttempt,
  release,
  renew,
  type Attempt,
  type Claim,
  type Pending,
} from './idempotency.ts';
import type { ChangedRow } from './without-transaction.ts';

const pollMs = 100;

/** A call without a transaction that has a key. */
export interface KeyedCall {
  db: Db;
  attempt: Attempt;
  pending: Pending;
  /** The end of the call's time, as of `performance.now()`. */
  untilMs: number;
  work(): Promise<unknown>;
  /** The answer of an interrupted attempt; undefined if it was not carried out. */
  recover(changes: readonly ChangedRow[]): Promise<unknown>;
  /** The audit entry after the work. */
  entry(answer: unknown): AuditEntry;
}

const inShortTransaction = <T>(db: Db, account: Account, step: (tx: Tx) => Promise<T>) =>
  inScope(db, account.scope, step, { home: account.companyId });

/**
 * Carries a call out once per key, although claim, work and answer are separate transactions. A repeated request waits for the
 * running one. A claim without a lock was left behind by a process that ended: the repeated request gets the answer of what that
 * process did, and is carried out if it did nothing.
 */
export async function onceWithoutTransaction(call: KeyedCall): Promise<unknown> {
  const { db, attempt, pending } = call;
  const lock = await takeInTurn(call);
  try {
    const earlier = await inShortTransaction(db, attempt.account, (tx) => claim(tx, attempt, pending));
    if (!earlier) return await carryOut(call);
    if ('answer' in earlier) return earlier.answer;
    return await continueAfter(call, earlier.leftBehind);
  } finally {
    await db.locks.release(lock);
  }
}

/** Takes the lock of the key. Waits while another request or process carries the call out. */
async function takeInTurn({ db, attempt, untilMs }: KeyedCall): Promise<string> {
  const lock = lockOfAttempt(attempt);
  for (let first = true; !(await db.locks.tryTake(lock)); first = false) {
    if (first) await inShortTransaction(db, attempt.account, (tx) => checkSameRequest(tx, attempt));
    if (performance.now() > untilMs) throw new Refusal('timeout');
    await pause(pollMs);
  }
  return lock;
}

async function continueAfter(call: KeyedCall, leftBehind: Claim): Promise<unknown> {
  const { db, attempt, pending, recover } = call;
  const store = (step: (tx: Tx) => Promise<unknown>) => inShortTransaction(db, attempt.account, step);
  const changes = await settleClaim(db, leftBehind);
  const answer = changes.length > 0 ? await recover(changes) : undefined;
  if (answer !== undefined) {
    await store((tx) => keep(tx, attempt, answer));
    return answer;
  }
  await store((tx) => renew(tx, attempt, pending));
  return await carryOut(call);
}

async function carryOut({ db, attempt, work, entry }: KeyedCall): Promise<unknown> {
  const store = (step: (tx: Tx) => Promise<unknown>) => inShortTransaction(db, attempt.account, step);
  const data = await work().catch(async (error: unknown) => {
    // After a time-out the work continues, so the claim stays for a repeated request to find what became of it.
    const continues = error instanceof Refusal && error.reason === 'timeout';
    // A claim that cannot be released now is settled by the next request.
    if (!continues) await store((tx) => release(tx, attempt)).catch(() => {});
    throw error;
  });
  await store(async (tx) => {
    await keep(tx, attempt, data);
    await writeAudit(tx, entry(data));
  });
  return data;
}
