import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { Refusal, wrongField, type Account } from './ctx.ts';
import type { Tx } from '../db/db.ts';
import { idempotencyKeys } from './idempotency-table.ts';

const retentionMs = 24 * 3_600_000;
const keyForm = /^[\x21-\x7e]{8,128}$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Encrypts an answer. It may contain a secret that is shown once, so it is readable only with the caller's key. */
function seal(key: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(key), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: string, sealed: Buffer): string {
  const cipher = createDecipheriv('aes-256-gcm', sealKey(key), sealed.subarray(0, 12));
  cipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString('utf8');
}

const sealKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'sweepline idempotency', 32));

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

/**
 * Claims the key for this request. Returns the first answer of a repeated request. Refuses with `wrongState` if the first request
 * still runs or was another one.
 */
export async function claim(db: Tx, attempt: Attempt): Promise<{ answer: unknown } | undefined> {
  const { key, account, now } = attempt;
  if (!keyForm.test(key)) throw wrongField('Idempotency-Key', 'IDEMPOTENCY_KEY', { min: 8, max: 128 });
  const tooOld = new Date(now.getTime() - retentionMs).toISOString();
  await db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, account.id), lt(idempotencyKeys.createdAt, tooOld)));
  const requestHash = requestHashOf(attempt);
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({
      companyId: account.companyId,
      accountId: account.id,
      keyHash: sha256(key),
      requestHash,
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ keyHash: idempotencyKeys.keyHash });
  if (claimed) return undefined;
  const [first] = await db.select().from(idempotencyKeys).where(ofAttempt(attempt));
  if (!first?.answer || first.requestHash !== requestHash) throw new Refusal('wrongState');
  return { answer: JSON.parse(unseal(key, first.answer)) };
}

/** Stores the answer for repeated requests. */
export async function keep(db: Tx, attempt: Attempt, answer: unknown): Promise<void> {
  const sealed = seal(attempt.key, JSON.stringify(answer));
  await db.update(idempotencyKeys).set({ answer: sealed }).where(ofAttempt(attempt));
}

/** Deletes the key after a failure, so the request may be repeated with it. */
export const release = (db: Tx, attempt: Attempt) => db.delete(idempotencyKeys).where(ofAttempt(attempt));

/**
 * Runs `work` once per account and key: a repeated request gets the first answer. The key's row is inserted first, so of two
 * concurrent requests the second waits for the first one's transaction.
 */
export async function once(db: Tx, attempt: Attempt, work: () => Promise<unknown>): Promise<unknown> {
  const earlier = await claim(db, attempt);
  if (earlier) return earlier.answer;
  const answer = await work();
  await keep(db, attempt, answer);
  return answer;
}
