import { signInDays, storableText, type SignInKind } from '@sweepline/contract';
import { lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { FaultSink } from '../../../platform/runtime/fault-log.ts';
import { createWriteBehind } from '../../../platform/runtime/write-behind.ts';
import { signIns } from './sign-in-table.ts';

/** The account of a sign-in and its origin. */
export interface SignInPlace {
  companyId: string;
  accountId: string;
  address: string;
  agent: string;
}

/** The user agent is truncated for the table and the page. */
export const shortAgent = (agent: string) => storableText(agent, 300);

/** Adds history entries in the transaction of their cause. */
export async function recordSignIns(
  db: Tx,
  at: string,
  kind: SignInKind,
  places: readonly SignInPlace[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map(({ companyId, accountId, address, agent }) => ({
    companyId,
    accountId,
    kind,
    at,
    lastAt: at,
    address,
    agent: shortAgent(agent),
  }));
  await db.insert(signIns).values(rows);
}

const dayMs = 86_400_000;
const maxDeleted = 1_000;

/** Deletes entries older than half a year, a bounded number per call. */
export const deleteOldSignIns = (db: Tx, now: Clock) =>
  db.delete(signIns).where(
    sql`${signIns.id} in (${db
      .select({ id: signIns.id })
      .from(signIns)
      .where(lt(signIns.lastAt, new Date(now().getTime() - signInDays * dayMs).toISOString()))
      .limit(maxDeleted)})`,
  );

type Row = typeof signIns.$inferInsert;
const flushMs = 500;
const maxQueued = 1_000;

/**
 * Collects failed attempts and writes them in batches, outside the answer. A failed login then takes the same time
 * whether or not the account exists. Failures of one minute and address are one row; rate-limited attempts are one row
 * per minute.
 */
export function createFailedSignInQueue(db: Db, now: Clock, log: FaultSink) {
  let pending = new Map<string, Row>();
  const queue = createWriteBehind<Row>({
    name: 'failed-sign-ins',
    db,
    log,
    flushMs,
    maxQueued,
    collect: () => {
      const rows = pending.values();
      pending = new Map();
      return rows;
    },
    write: (tx, rows) => merge(tx, added(rows)),
  });

  return {
    add: (kind: 'FAILED' | 'HELD_BACK', place: SignInPlace) => {
      const at = now().toISOString();
      const minute = at.slice(0, 16);
      const mergeKey = kind === 'FAILED' ? `${minute} ${place.address}` : minute;
      const key = `${place.accountId} ${kind} ${mergeKey}`;
      const before = pending.get(key);
      if (before) {
        Object.assign(before, { times: (before.times ?? 1) + 1, lastAt: at });
        if (before.address !== place.address) before.address = '';
      } else if (pending.size < maxQueued) {
        const agent = kind === 'FAILED' ? shortAgent(place.agent) : '';
        pending.set(key, {
          ...place,
          agent,
          kind,
          at,
          lastAt: at,
          times: 1,
          mergeKey: `${kind} ${mergeKey}`,
        });
      }
      queue.schedule();
    },
    flush: queue.flush,
  };
}
export type FailedSignIns = ReturnType<typeof createFailedSignInQueue>;

/** Rows of the same minute that came back to the queue are one row: a statement may not change a row twice. */
function added(rows: readonly Row[]): Row[] {
  const byKey = Map.groupBy(rows, ({ accountId, mergeKey }) => `${accountId} ${mergeKey}`);
  return [...byKey.values()].map((same) => ({
    ...same.at(-1)!,
    at: same[0]!.at,
    times: same.reduce((sum, { times = 1 }) => sum + times, 0),
    address: new Set(same.map(({ address }) => address)).size === 1 ? same[0]!.address : '',
  }));
}

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
