import { onlyReads } from '@sweepline/contract';
import { withRequestContext } from './request-context.ts';
import { auditEntry, whoSignedIn, writeAudit, type Occasion } from '../audit/audit.ts';
import type { CallDeps } from './call-steps.ts';
import type { Account, Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';
import { claim, keep, once, release, type Attempt } from './idempotency.ts';
import type { Uploads } from './input.ts';
import { anonymousAccount, noTransaction } from './anonymous-account.ts';

/** One call about to be answered. */
export interface HandlerRun {
  occasion: Occasion;
  lang: Ctx['caller']['lang'];
  /** `Idempotency-Key`. */
  key: string | string[] | undefined;
  input: unknown;
  uploads: Uploads;
  /** The handler holds no transaction while it waits. */
  waits: boolean;
  handle: (ctx: Ctx) => Promise<unknown>;
}

/** Runs a handler the way its call asks for; what a write changes is recorded under its request. */
export function runHandler(deps: CallDeps, performance: HandlerRun): Promise<unknown> {
  const { call, account, at, requestId } = performance.occasion;
  if (onlyReads(call)) return answered(deps, performance);
  return withRequestContext({ requestId, at, accountId: account?.id }, () => answered(deps, performance));
}

/** Without a session, reading, writing, or waiting. */
async function answered(deps: CallDeps, performance: HandlerRun): Promise<unknown> {
  const { now, services, db } = deps;
  const { occasion, lang, handle, input } = performance;
  const { account, call, address, agent } = occasion;
  const ctx = { caller: { lang, address, agent }, now, services };
  const reads = onlyReads(call);
  if (!account) {
    const data = await handle({ ...ctx, db: noTransaction, account: anonymousAccount });
    const entry = () => auditEntry({ ...occasion, account: whoSignedIn(data) }, 200, null, input, data);
    if (!reads) await inScope(db, '*', (tx) => writeAudit(tx, entry()));
    return data;
  }
  if (performance.waits) {
    return await wait(deps, performance, account, reads, () =>
      handle({ ...ctx, db: noTransaction, account }),
    );
  }
  if (reads) {
    return await inScope(db, account.scope, (tx) => handle({ ...ctx, db: tx, account }), {
      readOnly: true,
      home: account.companyId,
    });
  }
  // A write leaves together with its audit entry and, if the caller gave a key, with the answer to repeat.
  const write = async (tx: Tx) => {
    const work = () => handle({ ...ctx, db: tx, account });
    const attempt = attemptOf(deps, performance, account);
    const data = attempt ? await once(tx, attempt, work) : await work();
    await writeAudit(tx, auditEntry(occasion, 200, null, input, data));
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

/** The key is taken before and the answer kept after, each in a transaction of its own; a failure gives the key back. */
async function wait(
  deps: CallDeps,
  performance: HandlerRun,
  account: Account,
  reads: boolean,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (reads) return await work();
  const { occasion, input } = performance;
  const inShortTransaction = <T>(step: (tx: Tx) => Promise<T>) =>
    inScope(deps.db, account.scope, step, { home: account.companyId });
  const attempt = attemptOf(deps, performance, account);
  const before = attempt && (await inShortTransaction((tx) => claim(tx, attempt)));
  if (before) return before.answer;
  try {
    const data = await work();
    await inShortTransaction(async (tx) => {
      if (attempt) await keep(tx, attempt, data);
      await writeAudit(tx, auditEntry(occasion, 200, null, input, data));
    });
    return data;
  } catch (error) {
    if (attempt) await inShortTransaction((tx) => release(tx, attempt));
    throw error;
  }
}
