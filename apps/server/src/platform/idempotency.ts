import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { Refusal, wrongField, type Account } from './ctx.ts';
import type { Tx } from './db.ts';
import { idempotencyKeys } from './idempotency-table.ts';

const keptMs = 24 * 3_600_000;
const keyForm = /^[\x21-\x7e]{8,128}$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An answer may hold a secret shown once, so at rest it is readable only with the key, which only the caller has. */
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

/**
 * Does `work` once per account and key: a repetition gets the first answer. The key's row is inserted first, so of two
 * requests at once the second waits for the first one's transaction.
 */
export async function once<T>(db: Tx, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { key, account, now } = attempt;
  if (!keyForm.test(key)) throw wrongField('Idempotency-Key', '8 to 128 visible ASCII characters');
  const mine = and(eq(idempotencyKeys.accountId, account.id), eq(idempotencyKeys.keyHash, sha256(key)));
  const requestHash = sha256(`${attempt.call}\n${JSON.stringify(attempt.input)}`);

  const tooOld = new Date(now.getTime() - keptMs).toISOString();
  await db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, account.id), lt(idempotencyKeys.createdAt, tooOld)));
  const claimed = await db
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
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(mine);
    if (!first?.answer || first.requestHash !== requestHash) throw new Refusal('wrongState');
    // It is the sealed JSON of the same call's answer.
    return JSON.parse(unseal(key, first.answer)) as T;
  }
  const answer = await work();
  await db
    .update(idempotencyKeys)
    .set({ answer: seal(key, JSON.stringify(answer)) })
    .where(mine);
  return answer;
}
