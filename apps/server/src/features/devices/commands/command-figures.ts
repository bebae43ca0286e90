import { failedCommandStates, type commandCalls, type Output } from '@sweepline/contract';
import { and, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { userCommands } from './command-list.ts';

const dayMs = 86_400_000;
const failed = sql.raw(failedCommandStates.map((state) => `'${state}'`).join(', '));
const hasFailed = sql`${commands.status} in (${failed})`;

/**
 * The number of open commands, the counts of the day, and the last 24 hours per hour. Hours without commands are
 * omitted.
 */
export async function commandFigures(
  db: Tx,
  now: Date,
  timezone: string,
): Promise<Output<typeof commandCalls.figures>> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  const today = sql`date_trunc('day', ${now.toISOString()}::timestamptz, ${timezone})`;
  const roundTrip = sql`extract(epoch from ${commands.repliedAt} - ${commands.sentAt}) * 1000`;
  const recent = and(userCommands(db), gte(commands.createdAt, since));
  const counts = db
    .select({
      failedToday: sql<number>`count(*) filter (where ${hasFailed})::integer`,
      givenToday: sql<number>`count(*)::integer`,
    })
    .from(commands)
    .where(and(userCommands(db), sql`${commands.createdAt} >= ${today}`));
  const open = db
    .select({ open: sql<number>`count(*)::integer` })
    .from(commands)
    .where(and(userCommands(db), sql`${commands.status} in ('QUEUED', 'SENT', 'ACCEPTED', 'RUNNING')`));
  const trips = db
    .select({
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${roundTrip})::float8`,
    })
    .from(commands)
    .where(recent);
  const at = sql<string>`date_trunc('hour', ${commands.createdAt}, ${timezone})`.as('bar_at');
  const hours = db
    .select({
      at,
      succeeded: sql<number>`count(*) filter (where ${commands.status} = 'SUCCEEDED')::integer`,
      failed: sql<number>`count(*) filter (where ${hasFailed})::integer`,
      other: sql<number>`count(*) filter (where ${commands.status} <> 'SUCCEEDED' and not ${hasFailed})::integer`,
    })
    .from(commands)
    .where(recent)
    .groupBy(sql`bar_at`)
    .orderBy(sql`bar_at`);
  const [[day], [running], [trip], bars] = await Promise.all([counts, open, trips, hours]);
  return {
    open: running?.open ?? 0,
    failedToday: day?.failedToday ?? 0,
    givenToday: day?.givenToday ?? 0,
    medianRoundTripMs: trip?.median ?? null,
    bars: bars.map((bar) => ({ ...bar, at: new Date(bar.at).toISOString() })),
  };
}
