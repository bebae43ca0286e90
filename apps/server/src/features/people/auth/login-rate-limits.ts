import { createHash } from 'node:crypto';
import { getTableName, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import {
  countAfter,
  pauseAfter,
  type Failures,
  type ThrottleRule,
} from '../../../platform/limits/rates/throttle.ts';
import { loginRateLimits } from './sign-in-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { deleteOldStates } from '../../../platform/limits/rates/stored-states.ts';
import { deleteOldTickets } from '../../../platform/socket/stored-tickets.ts';
import type { FaultSink } from '../../../platform/runtime/fault-log.ts';
import { createWriteBehind } from '../../../platform/runtime/write-behind.ts';

/** A key of a rate limit: attempts with the same name and key share their pauses. */
export interface RateLimitKey {
  name: string;
  key: string;
  rule: ThrottleRule;
}

/**
 * `waitMs` is the remaining pause in milliseconds; 0 means that the attempt was counted. `counters` has the current
 * counts per key.
 */
interface Taken {
  waitMs: number;
  counters: Failures[];
}

const hashOf = ({ name, key }: RateLimitKey) => createHash('sha256').update(`${name} ${key}`).digest('hex');

/** Rows are locked in the order of their keys, which prevents deadlocks between attempts. */
const locked = `select key from ${getTableName(loginRateLimits)} where key = any($1::text[]) order by key for update`;

/** A change of counts after an attempt, with its SQL expression. */
interface Change {
  keys: string[];
  failures: 'greatest(l.failures - 1, 0)' | '0';
}
const updateOf = (failures: Change['failures']) =>
  `with those as (${locked}) update ${getTableName(loginRateLimits)} l set failures = ${failures} from those where l.key = those.key`;

/**
 * The sign-in rate limits of all processes of an installation, stored in the database. Only attempts that the process
 * itself admits query it, so that ten thousand guesses cost about sixty queries. A restart keeps the counts.
 */
export function createLoginRateLimits(db: Db, now: Clock, log: FaultSink) {
  // One change per transaction: two would lock their rows in different orders.
  const changes = createWriteBehind<Change>({
    name: 'login-rate-limits',
    db,
    log,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, batch) => {
      for (const { keys, failures } of batch) await tx.raw(updateOf(failures), [keys]);
    },
  });
  const change = (places: readonly RateLimitKey[], failures: Change['failures']) =>
    changes.add({ keys: places.map(hashOf), failures });

  return {
    take: async (places: readonly RateLimitKey[]): Promise<Taken> => {
      const keys = new Set(places.map(hashOf));
      // An attempt counts after the pending changes of its keys.
      if (changes.pending().some((pending) => pending.keys.some((key) => keys.has(key))))
        await changes.flush();
      return await inScope(db, '*', (tx) => takeIn(tx, places, now()));
    },
    /** Uncounts an attempt that did not fail. */
    undo: (places: readonly RateLimitKey[]) => change(places, 'greatest(l.failures - 1, 0)'),
    succeeded: (places: readonly RateLimitKey[]) => change(places, '0'),
    flush: changes.flush,
  };
}
export type LoginRateLimits = ReturnType<typeof createLoginRateLimits>;

async function takeIn(tx: Tx, places: readonly RateLimitKey[], at: Date): Promise<Taken> {
  const keys = places.map(hashOf);
  const ms = at.getTime();
  await tx.raw(
    `insert into ${getTableName(loginRateLimits)} (key, failures, at) select key, 0, $2 from unnest($1::text[]) as key order by key on conflict do nothing`,
    [keys, at.toISOString()],
  );
  const rows = await tx.raw<{ key: string; failures: number; at: string }>(
    locked.replace('select key', 'select key, failures, at'),
    [keys],
  );
  const byKey = new Map(rows.map((row) => [row.key, { count: row.failures, at: Date.parse(row.at) }]));
  const before = keys.map((key) => byKey.get(key) ?? { count: 0, at: ms });
  const waitMs = Math.max(...places.map(({ rule }, n) => pauseAfter(rule, before[n]!, ms)));
  if (waitMs > 0) return { waitMs, counters: before };
  const counters = places.map(({ rule }, n) => ({ count: countAfter(rule, before[n]!, ms) + 1, at: ms }));
  await tx.raw(
    `update ${getTableName(loginRateLimits)} l set failures = t.failures, at = $3
      from unnest($1::text[], $2::integer[]) as t(key, failures) where l.key = t.key`,
    [keys, counters.map(({ count }) => count), at.toISOString()],
  );
  return { waitMs: 0, counters };
}

const dayMs = 86_400_000;

/** Deletes counts that no limit uses any more, and tickets that no page used. */
export const signInCleanupJob = (db: Db, now: Clock): Job => ({
  name: 'signIn.clean',
  everySeconds: 3_600,
  run: () =>
    inScope(db, '*', async (tx) => {
      await tx
        .delete(loginRateLimits)
        .where(lt(loginRateLimits.at, new Date(now().getTime() - dayMs).toISOString()));
      await deleteOldStates(tx);
      await deleteOldTickets(tx);
    }),
});
