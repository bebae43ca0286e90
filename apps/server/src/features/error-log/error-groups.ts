import type { ErrorGroup, ErrorLevel, ErrorState, Input, Output, errorLogCalls } from '@sweepline/contract';
import { and, eq, gte, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../platform/ctx.ts';
import { contains, pageOf, visible, windowOf } from '../../platform/page.ts';
import { errorAccounts, errorDays, errorGroups } from './error-log-table.ts';

const shownDays = 14;
const dayMs = 86_400_000;

const orders = {
  lastAt: sql`max(${errorGroups.lastAt}) asc`,
  '-lastAt': sql`max(${errorGroups.lastAt}) desc`,
  count: sql`sum(${errorGroups.count}) asc`,
  '-count': sql`sum(${errorGroups.count}) desc`,
  firstAt: sql`min(${errorGroups.firstAt}) asc`,
  '-firstAt': sql`min(${errorGroups.firstAt}) desc`,
};

const any = (column: unknown) => sql<string>`(array_agg(${column} order by ${errorGroups.lastAt} desc))[1]`;
/** Open if it is open anywhere the reader sees. */
const stateOf = sql<ErrorState>`case when bool_or(${errorGroups.state} = 'open') then 'open'
  when bool_or(${errorGroups.state} = 'resolved') then 'resolved' else 'ignored' end`;

const columns = {
  id: errorGroups.fingerprint,
  groupIds: sql<string[]>`array_agg(${errorGroups.id}::text)`,
  level: any(errorGroups.level),
  desc: any(errorGroups.desc),
  frame: any(errorGroups.frame),
  product: any(errorGroups.product),
  version: any(errorGroups.version),
  count: sql<number>`sum(${errorGroups.count})::integer`,
  firstAt: sql<string>`min(${errorGroups.firstAt})`,
  lastAt: sql<string>`max(${errorGroups.lastAt})`,
  state: stateOf,
  stateBy: any(errorGroups.stateBy),
};

type Asked = Input<typeof errorLogCalls.groups>;

function groupFilter(db: Ctx['db'], { keyword, level, version, from }: Asked) {
  const text = keyword && contains(keyword);
  return and(
    visible(db, errorGroups),
    level?.length ? inArray(errorGroups.level, level) : undefined,
    version ? eq(errorGroups.version, version) : undefined,
    from ? gte(errorGroups.lastAt, from) : undefined,
    text ? or(ilike(errorGroups.desc, text), ilike(errorGroups.frame, text)) : undefined,
  );
}

/** The same error of all companies the caller sees is one row. */
export async function groupRows(
  { db, now }: Ctx,
  input: Asked,
): Promise<Output<typeof errorLogCalls.groups>> {
  const where = groupFilter(db, input);
  const having = input.state ? sql`${stateOf} = ${input.state}` : undefined;
  const { limit, offset } = windowOf(input);
  const groups = db
    .select(columns)
    .from(errorGroups)
    .where(where)
    .groupBy(errorGroups.fingerprint)
    .having(having)
    .orderBy(orders[input.sort ?? '-lastAt'], errorGroups.fingerprint)
    .limit(limit)
    .offset(offset);
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(errorGroups)
    .where(where)
    .groupBy(errorGroups.fingerprint)
    .having(having)
    .as('found');
  const total = db
    .select({ n: sql<number>`count(*)::integer` })
    .from(found)
    .then(([row]) => row?.n ?? 0);
  const page = await pageOf(groups, total);
  return { list: await withDetails(db, page.list, now()), total: page.total };
}

type Row = { groupIds: string[]; level: string } & Omit<ErrorGroup, 'level' | 'accounts' | 'days'>;

/** To how many accounts it happened, and on which of the last days. */
async function withDetails(db: Ctx['db'], rows: Row[], today: Date): Promise<ErrorGroup[]> {
  const ids = rows.flatMap(({ groupIds }) => groupIds);
  const found = await detailsOf(db, ids, today);
  return rows.map(({ groupIds, ...group }) => {
    const own = new Set(groupIds);
    const names = found.accounts.filter(({ groupId }) => own.has(groupId)).map(({ username }) => username);
    const days = found.days.filter(({ groupId }) => own.has(groupId));
    return {
      ...group,
      // Only levels of the contract are ever stored.
      level: group.level as ErrorLevel,
      accounts: new Set(names).size,
      days: daysOf(days, today),
    };
  });
}

async function detailsOf(db: Ctx['db'], groupIds: string[], today: Date) {
  if (groupIds.length === 0) return { accounts: [], days: [] };
  const since = new Date(today.getTime() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
  const [accounts, days] = await Promise.all([
    db.select().from(errorAccounts).where(inArray(errorAccounts.groupId, groupIds)),
    db
      .select()
      .from(errorDays)
      .where(and(inArray(errorDays.groupId, groupIds), gte(errorDays.day, since))),
  ]);
  return { accounts, days };
}

/** Counts of the last days, zero where there were none. */
function daysOf(rows: { day: string; count: number }[], today: Date): number[] {
  return Array.from({ length: shownDays }, (_, n) => {
    const day = new Date(today.getTime() - (shownDays - 1 - n) * dayMs).toISOString().slice(0, 10);
    return rows.filter((row) => row.day === day).reduce((sum, { count }) => sum + count, 0);
  });
}
