import { onlyReads } from '@sweepline/contract';
import { withRequestContext } from './request-context.ts';
import { auditEntry, publicAuditEntry, writeAudit, type Occasion } from '../audit/audit.ts';
import type { CallDeps } from './services.ts';
import type { Account, Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';
import { claim, keep, once, release, type Attempt } from './idempotency.ts';
import type { Uploads } from './input.ts';
import { anonymousAccount, noTransaction } from './anonymous-account.ts';

/** One run of a handler for a call. */
export interface HandlerRun {
  occasion: Occasion;
  lang: Ctx['caller']['lang'];
  /** The `Idempotency-Key` header. */
  key: string | string[] | undefined;
  input: unknown;
  uploads: Uploads;
  /** The handler waits without a transaction (`withoutTransaction`). */
  waits: boolean;
  handle: (ctx: Ctx) => Promise<unknown>;
}

/** Runs a handler in the transaction that its call needs. The row changes of a write are recorded under its request. */
export function runHandler(deps: CallDeps, run: HandlerRun): Promise<unknown> {
  const { call, account, at, requestId } = run.occasion;
  if (onlyReads(call)) return answered(deps, run);
  return withRequestContext({ requestId, at, accountId: account?.id }, () => answered(deps, run));
}

/** Four cases: without a session, without a transaction, a read, and a write. */
async function answered(deps: CallDeps, run: HandlerRun): Promise<unknown> {
  const { now, services, db } = deps;
  const { occasion, lang, handle, input } = run;
  const { account, call, address, agent } = occasion;
  const ctx = { caller: { lang, address, agent }, now, services };
  const reads = onlyReads(call);
  if (!account) {
    const data = await handle({ ...ctx, db: noTransaction, account: anonymousAccount });
    if (!reads) await inScope(db, '*', (tx) => writeAudit(tx, publicAuditEntry(occasion, input, data)));
    return data;
  }
  if (run.waits) {
    return await runWithoutTransaction(deps, run, account, reads, () =>
      handle({ ...ctx, db: noTransaction, account }),
    );
  }
  if (reads) {
    return await inScope(db, account.scope, (tx) => handle({ ...ctx, db: tx, account }), {
      readOnly: true,
      home: account.companyId,
    });
  }
  // A write commits together with its audit entry and, if the caller sent a key, with the answer to repeat.
  const write = async (tx: Tx) => {
    const work = () => handle({ ...ctx, db: tx, account });
    const attempt = attemptOf(deps, run, account);
    const data = attempt ? await once(tx, attempt, work) : await work();
    await writeAudit(tx, auditEntry(occasion, 200, null, { input, answer: data }));
    return data;
  };
  return await inScope(db, account.scope, write, { home: account.companyId });
}

function attemptOf(
  deps: CallDeps,
  { occasion, key, input, uploads }: HandlerRun,
  account: Account,
): Attempt | undefined {
  if (typeof key !== 'string') return undefined;
  const files = [...uploads].map(([name, { sha256 }]) => [name, sha256]);
  return { key, call: occasion.call.path, input: [input, files], account, now: deps.now() };
}

/** The key is claimed earlier and the answer stored after, each in its own transaction. A failure releases the key. */
async function runWithoutTransaction(
  deps: CallDeps,
  run: HandlerRun,
  account: Account,
  reads: boolean,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (reads) return await work();
  const { occasion, input } = run;
  const inShortTransaction = <T>(step: (tx: Tx) => Promise<T>) =>
    inScope(deps.db, account.scope, step, { home: account.companyId });
  const attempt = attemptOf(deps, run, account);
  const earlier = attempt && (await inShortTransaction((tx) => claim(tx, attempt)));
  if (earlier) return earlier.answer;
  try {
    const data = await work();
    await inShortTransaction(async (tx) => {
      if (attempt) await keep(tx, attempt, data);
      await writeAudit(tx, auditEntry(occasion, 200, null, { input, answer: data }));
    });
    return data;
  } catch (error) {
    if (attempt) await inShortTransaction((tx) => release(tx, attempt));
    throw error;
  }
}
