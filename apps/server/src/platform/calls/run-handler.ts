import { onlyReads } from '@sweepline/contract';
import { withRequestContext } from './request-context.ts';
import { auditEntry, pendingEntry, publicAuditEntry, writeAudit, type Occasion } from '../audit/audit.ts';
import type { CallDeps } from './services.ts';
import type { Account, Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';
import { once, type Attempt } from './idempotency.ts';
import { onceWithoutTransaction } from './keyed-call.ts';
import type { Recovery } from './without-transaction.ts';
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
  recover: Recovery<unknown, unknown> | undefined;
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
    const waiting = { ...ctx, db: noTransaction, account };
    const work = () => handle(waiting);
    return reads ? await work() : await runWithoutTransaction(deps, run, waiting, work);
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
  // The rows of a file that is read in may be thousands.
  const isBulk = call.kind === 'multipart';
  return await inScope(db, account.scope, write, { home: account.companyId, isBulk });
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

/** The answer is stored and the audit entry written after the handler, in a transaction of their own. */
async function runWithoutTransaction(
  deps: CallDeps,
  run: HandlerRun,
  ctx: Ctx,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { occasion, input } = run;
  const { account } = ctx;
  const { db } = deps;
  const entry = (answer: unknown) => auditEntry(occasion, 200, null, { input, answer });
  const attempt = attemptOf(deps, run, account);
  if (attempt) {
    return await onceWithoutTransaction({
      db,
      attempt,
      pending: { ...pendingEntry(occasion, input), requestId: occasion.requestId },
      untilMs: occasion.startedMs + deps.timeoutMs,
      work,
      recover: async (changes) => await run.recover?.(ctx, input, changes),
      entry,
    });
  }
  const data = await work();
  await inScope(db, account.scope, (tx) => writeAudit(tx, entry(data)), { home: account.companyId });
  return data;
}
