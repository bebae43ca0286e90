import { signInDays, type SignInKind } from '@sweepline/contract';
import { lt, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db.ts';
import { signIns } from './sign-in-table.ts';

/** Whose sign-in it is, and where it came from. */
export interface SignInPlace {
  companyId: string;
  accountId: string;
  address: string;
  agent: string;
}

/** What a browser says of itself goes into a row and a page; nobody needs more of it. */
export const shortAgent = (agent: string) => agent.slice(0, 300);

/** Enters what happened, in the transaction in which it did. */
export async function noteSignIns(
  db: Tx,
  at: string,
  kind: SignInKind,
  places: readonly SignInPlace[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map(({ companyId, accountId, address, agent }) => ({
    ...{ companyId, accountId, kind, at, lastAt: at, address },
    agent: shortAgent(agent),
  }));
  await db.insert(signIns).values(rows);
}

const dayMs = 86_400_000;
const mostSwept = 1_000;

/** Sweeps what is older than half a year, a bounded number at a time. */
export const sweepSignIns = (db: Tx, now: Clock) =>
  db.delete(signIns).where(
    sql`${signIns.id} in (${db
      .select({ id: signIns.id })
      .from(signIns)
      .where(lt(signIns.lastAt, new Date(now().getTime() - signInDays * dayMs).toISOString()))
      .limit(mostSwept)})`,
  );

type Row = typeof signIns.$inferInsert;
const flushMs = 500;
const mostWaiting = 1_000;

/**
 * Failed attempts are collected and written together, beside the answer: one that fails must take as long whether the account
 * exists or not. Those of one minute and address are one row; those that were not heard, one row a minute.
 */
export function failedSignIns(db: Db, now: Clock, onError: (error: unknown) => void) {
  let waiting = new Map<string, Row>();
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...waiting.values()];
    waiting = new Map();
    if (rows.length === 0) return writing;
    writing = writing.then(() => inScope(db, '*', async (tx) => void (await merge(tx, rows)))).catch(onError);
    return writing;
  };

  return {
    add: (kind: 'FAILED' | 'HELD_BACK', place: SignInPlace) => {
      const at = now().toISOString();
      const minute = at.slice(0, 16);
      const mergeKey = kind === 'FAILED' ? `${minute} ${place.address}` : minute;
      const key = `${place.accountId} ${kind} ${mergeKey}`;
      const before = waiting.get(key);
      if (before) {
        Object.assign(before, { times: (before.times ?? 1) + 1, lastAt: at });
        if (before.address !== place.address) before.address = '';
      } else if (waiting.size < mostWaiting) {
        const agent = kind === 'FAILED' ? shortAgent(place.agent) : '';
        waiting.set(key, {
          ...place,
          agent,
          kind,
          at,
          lastAt: at,
          times: 1,
          mergeKey: `${kind} ${mergeKey}`,
        });
      }
      timer ??= setTimeout(() => void flush(), flushMs);
    },
    flush,
  };
}
export type FailedSignIns = ReturnType<typeof failedSignIns>;

const merge = (tx: Tx, rows: Row[]) =>
  tx
    .insert(signIns)
    .values(rows)
    .onConflictDoUpdate({
      target: [signIns.accountId, signIns.mergeKey],
      targetWhere: sql`${signIns.mergeKey} is not null`,
      set: {
        times: sql`${signIns.times} + excluded.times`,
        lastAt: sql`excluded.last_at`,
        address: sql`case when ${signIns.address} = excluded.address then excluded.address else '' end`,
      },
    });
