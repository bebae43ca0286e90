import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import type { Account } from '../../../platform/calls/ctx.ts';
import { errorLimits } from '@sweepline/contract';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { fixedWindow } from '../../../platform/limits/rates/fixed-window.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { FaultSink } from '../../../platform/runtime/fault-log.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../../platform/runtime/write-behind.ts';
import { errorAccounts, errorDays, errorGroups, errorOccurrences } from './error-log-table.ts';
import { fingerprintOf, topFrame, withoutAnySecrets, type Reported } from './error-rules.ts';

const flushMs = 500;
const maxQueued = 500;
const maxPerGroup = 50;
const maxAccounts = 500;
const minuteMs = 60_000;

interface QueuedReport {
  at: string;
  account: Account | undefined;
  reported: Reported;
}

/**
 * Errors are written in batches outside the request, because a faulty release reports from every browser at once. Reports beyond
 * `maxQueued` are dropped; their groups are stored by then.
 */
export function createErrorCollector(db: Db, createLimit: CreateLimit, log: FaultSink) {
  const perMinute = createLimit(
    'error reports',
    fixedWindow({ max: errorLimits.takenAMinute, spanMs: minuteMs }),
  );
  const queue = createWriteBehind<QueuedReport>({
    name: 'error-reports',
    db,
    log,
    flushMs,
    maxQueued,
    write: async (tx, rows) => {
      for (const row of rows) await store(tx, row);
    },
  });
  return {
    /** Whether this session or address exceeds its limit for this minute. */
    floods: (key: string): boolean => !perMinute.take(key),
    add: (report: QueuedReport): void => queue.add(report),
    flush: queue.flush,
  };
}
export type ErrorCollector = ReturnType<typeof createErrorCollector>;

async function store(tx: Tx, { at, account, reported }: QueuedReport) {
  const clean = withoutAnySecrets(reported);
  const companyId = account?.companyId ?? null;
  // The username comes from the session. The one that the browser sends is ignored.
  const username = account?.username ?? '';
  const groupId = await count(tx, at, companyId, clean);
  await tx
    .insert(errorDays)
    .values({ groupId, companyId, day: at.slice(0, 10), count: 1 })
    .onConflictDoUpdate({
      target: [errorDays.groupId, errorDays.day],
      set: { count: sql`${errorDays.count} + 1` },
    });
  if (username) await countAccount(tx, at, groupId, companyId, username);
  const { extras, ...fields } = clean;
  await tx.insert(errorOccurrences).values({
    ...fields,
    id: newId(),
    companyId,
    groupId,
    fingerprint: fingerprintOf(clean),
    at,
    accountId: account?.id ?? null,
    username,
    extras,
  });
  await trimToNewest(tx, groupId);
}

/** Counts the error in its group. A resolved group opens again. */
async function count(tx: Tx, at: string, companyId: string | null, clean: Reported): Promise<string> {
  const { level, desc: text, product, version, extras } = clean;
  const [group] = await tx
    .insert(errorGroups)
    .values({
      companyId,
      fingerprint: fingerprintOf(clean),
      level,
      desc: text,
      product,
      version,
      frame: topFrame(extras['stack']),
      count: 1,
      firstAt: at,
      lastAt: at,
    })
    .onConflictDoUpdate({
      target: [errorGroups.companyId, errorGroups.fingerprint],
      set: {
        count: sql`${errorGroups.count} + 1`,
        lastAt: at,
        desc: text,
        state: sql`case when ${errorGroups.state} = 'resolved' then 'open' else ${errorGroups.state} end`,
      },
    })
    .returning({ id: errorGroups.id });
  return group!.id;
}

async function countAccount(tx: Tx, at: string, groupId: string, companyId: string | null, username: string) {
  const [{ n } = { n: 0 }] = await tx
    .select({ n: sql<number>`count(*)::integer` })
    .from(errorAccounts)
    .where(eq(errorAccounts.groupId, groupId));
  if (n >= maxAccounts) return;
  await tx
    .insert(errorAccounts)
    .values({ groupId, companyId, username, count: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [errorAccounts.groupId, errorAccounts.username],
      set: { count: sql`${errorAccounts.count} + 1`, lastAt: at },
    });
}

/** Only the newest occurrences are stored; the counts cover all of them. */
async function trimToNewest(tx: Tx, groupId: string) {
  const newest = tx
    .select({ id: errorOccurrences.id })
    .from(errorOccurrences)
    .where(eq(errorOccurrences.groupId, groupId))
    .orderBy(desc(errorOccurrences.at), desc(errorOccurrences.id))
    .limit(maxPerGroup);
  await tx
    .delete(errorOccurrences)
    .where(and(eq(errorOccurrences.groupId, groupId), notInArray(errorOccurrences.id, newest)));
}

/** Deletes groups that did not occur since `before`, with all their rows. */
export async function trimErrors(db: Db, before: string): Promise<void> {
  await inScope(db, '*', async (tx) => {
    const old = tx.select({ id: errorGroups.id }).from(errorGroups).where(lt(errorGroups.lastAt, before));
    for (const table of [errorDays, errorAccounts, errorOccurrences])
      await tx.delete(table).where(sql`${table.groupId} in ${old}`);
    await tx.delete(errorGroups).where(lt(errorGroups.lastAt, before));
  });
}
