import { auditBarDays, type auditCalls, type Input, type Output } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { auditEntries } from '../../../platform/audit/audit-table.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { auditFilter } from './log-service.ts';

const dayMs = 86_400_000;
/** Periods up to three days have a bar per hour. */
const hourlyMs = 3 * dayMs;

/** Number of entries per hour or day in the reader's time zone. Times without entries are omitted. */
export async function auditBars(
  db: Tx,
  { timezone, ...filters }: Input<typeof auditCalls.bars>,
): Promise<Output<typeof auditCalls.bars>> {
  const ms = Date.parse(filters.to) - Date.parse(filters.from);
  if (ms > auditBarDays * dayMs) throw wrongField('to', 'TOO_MANY_DAYS', { days: auditBarDays });
  const step = ms <= hourlyMs ? 'hour' : 'day';
  const at = sql<string>`date_trunc(${sql.raw(`'${step}'`)}, ${auditEntries.at}, ${timezone})`.as('bar_at');
  const refused = sql<number>`count(${auditEntries.reason})::integer`;
  const bars = await db
    .select({ at, done: sql<number>`(count(*) - count(${auditEntries.reason}))::integer`, refused })
    .from(auditEntries)
    .where(auditFilter(db, filters))
    .groupBy(sql`bar_at`)
    .orderBy(sql`bar_at`);
  return { step, bars };
}
