import type { ErrorGroup, ErrorLevel, Input, Output, errorLogCalls } from '@sweepline/contract';
import { and, eq, gte, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { errorAccounts, errorDays, errorGroups } from './error-log-table.ts';

const dayCount = 14;
const dayMs = 86_400_000;

const sortable = { lastAt: sql`"lastAt"`, count: sql`count`, firstAt: sql`"firstAt"` };

/** A fingerprint is open if one of its visible groups is open. */
const stateOf = sql`case when bool_or(state = 'open') then 'open' when bool_or(state = 'resolved') then 'resolved' else 'ignored' end`;

const newest = (column: string, name = column) =>
  sql.raw(`(array_agg(${column} order by last_at desc))[1] as ${name}`);
const columns = sql.join(
  [
    sql`fingerprint as id, array_agg(id) as ids, sum(count)::int as count`,
    sql`min(first_at) as "firstAt", max(last_at) as "lastAt", ${stateOf} as state`,
    ...['level', '"desc"', 'frame', 'product', 'version'].map((column) => newest(column)),
    newest('state_by', '"stateBy"'),
  ],
  sql`, `,
);

type GroupQuery = Input<typeof errorLogCalls.groups>;

function groupFilter(db: Ctx['db'], { keyword, level, version, from }: GroupQuery) {
  const text = keyword && contains(keyword);
  return and(
    visible(db, errorGroups),
    level?.length ? inArray(errorGroups.level, level) : undefined,
    version ? eq(errorGroups.version, version) : undefined,
    from ? gte(errorGroups.lastAt, from) : undefined,
    text ? or(ilike(errorGroups.desc, text), ilike(errorGroups.frame, text)) : undefined,
  );
}

/** A group of the page, with its count per day. */
type Row = { ids: string[]; level: string; days: [day: string, count: number][] } & Omit<
  ErrorGroup,
  'level' | 'days'
>;

/** The same error of all companies visible to the caller is one row. */
export async function groupRows(
  { db, now }: Ctx,
  input: GroupQuery,
): Promise<Output<typeof errorLogCalls.groups>> {
  const groups = sql`from ${errorGroups} where ${groupFilter(db, input) ?? sql`true`} group by fingerprint
    ${input.state ? sql`having ${stateOf} = ${input.state}` : sql``}`;
  const order = sql`order by ${sql.join(orderBy(sortable, input.sort ?? '-lastAt', sql`id`), sql`, `)}`;
  const today = now();
  // Accounts and days are counted for the groups of the page only.
  const rows = (limit: number, offset: number) =>
    db.execute<Row>(sql`
    with page as (select ${columns} ${groups} ${order} limit ${limit} offset ${offset})
    select page.*,
      (select count(distinct username)::int from ${errorAccounts} where group_id = any(page.ids)) as accounts,
      (select coalesce(json_agg(json_build_array(day, count)), '[]') from ${errorDays}
        where group_id = any(page.ids) and day >= ${dayBefore(today, dayCount - 1)}) as days
    from page ${order}`);
  const total = db
    .execute<{ n: number }>(sql`select count(*)::int as n from (select 1 ${groups}) found`)
    .then(([row]) => row?.n ?? 0);
  const page = await paginate(input, rows, total);
  return { list: page.list.map((row) => groupOf(row, today)), total: page.total };
}

const groupOf = ({ ids: _ids, level, days, ...group }: Row, today: Date): ErrorGroup => ({
  ...group,
  // Only levels of the contract are stored.
  level: level as ErrorLevel,
  days: daysOf(days, today),
});

const dayBefore = (today: Date, days: number) =>
  new Date(today.getTime() - days * dayMs).toISOString().slice(0, 10);

/** Counts of the last days, zero for days without errors. */
const daysOf = (days: Row['days'], today: Date): number[] =>
  Array.from({ length: dayCount }, (_, n) => {
    const day = dayBefore(today, dayCount - 1 - n);
    return days.filter(([date]) => date === day).reduce((sum, [, count]) => sum + count, 0);
  });
