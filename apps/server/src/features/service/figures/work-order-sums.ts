import {
  maxFigureRows,
  repeatDays,
  type FigureGroup,
  type Input,
  type workOrderFigureCalls,
} from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { workOrderPauses } from '../../../entities/service/work-order-pause-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';

export type FigureInput = Input<typeof workOrderFigureCalls.figures>;

const orders = getTableName(workOrders);
const inScope = (alias: string) => `($3::uuid[] is null or ${alias}.company_id = any($3::uuid[]))`;
const isRepair = `w.type = 'FAULT' and w.state = 'RESOLVED' and w.resolution in ('FIXED', 'WORKAROUND')`;
const notAFault = `('NO_FAULT_FOUND', 'DUPLICATE', 'WITHDRAWN')`;

/** The same rule as the filter `late` of the list. */
const isLate = `coalesce(w.responded_late = 1 or w.resolved_late = 1 or (w.responded_at is null and w.respond_by < $4::timestamptz)
  or (w.state <> 'RESOLVED' and (w.resolve_by < $4::timestamptz or w.resolve_left_ms < 0)), false)`;
const hasLevel = 'num_nonnulls(w.respond_by, w.resolve_by, w.resolve_left_ms) > 0';
const seconds = (end: string, start: string) => `extract(epoch from ${end} - ${start})::float8`;

/** A fault of the same robot and code soon after the repair. Orders that turned out to be none do not count. */
const isRepeated = `exists (select from ${orders} n where n.device_id = w.device_id and n.alarm_code = w.alarm_code and n.type = 'FAULT'
  and n.id <> w.id and n.submitted_at > w.resolved_at and n.submitted_at <= w.resolved_at + interval '${repeatDays} days'
  and (n.resolution is null or n.resolution not in ${notAFault}) and ${inScope('n')})`;

/** Time that the order waited, or was resolved before it was reopened. */
const pausedS = `coalesce((select sum(${seconds('least(p.ended_at, w.resolved_at)', 'p.started_at')}) from ${getTableName(workOrderPauses)} p
  where p.order_id = w.id and p.ended_at is not null and p.started_at < w.resolved_at), 0)`;

/** A person counts under the account only where the reader sees the account. */
const keys: Record<FigureGroup, string> = {
  none: 'null::text',
  code: 'w.alarm_code',
  model: `nullif(w.device_model, '')`,
  site: 'w.site_id::text',
  company: 'w.company_id::text',
  person: `(select a.id::text from ${getTableName(accounts)} a where a.id = w.assignee_id and ${inScope('a')})`,
};

const base = (by: FigureGroup) => `select w.state, w.rating, ${keys[by]} as key,
    to_char(date_trunc($7::text, w.submitted_at at time zone $8::text), 'YYYY-MM-DD') as day,
    ${seconds('w.responded_at', 'w.submitted_at')} as respond_s, ${seconds('w.dispatched_at', 'w.submitted_at')} as dispatch_s,
    case when ${isRepair} then ${seconds('w.resolved_at', 'w.submitted_at')} - ${pausedS} end as repair_s,
    w.type = 'FAULT' and w.device_id is not null and (w.resolution is null or w.resolution not in ${notAFault}) as is_fault,
    ${isRepair} as is_repair, case when ${isRepair} then ${isRepeated} end as is_repeated,
    w.resolution = 'FIXED' and w.reopened_count = 0 and w.verification is distinct from 'FAILED' as is_clean,
    ${isLate} as is_late, ${hasLevel} and (w.state = 'RESOLVED' or ${isLate}) as is_judged
  from ${orders} w
  where w.submitted_at >= $1::timestamptz and w.submitted_at <= $2::timestamptz and ${inScope('w')}
    and ($5::uuid is null or w.company_id = $5::uuid) and ($6::uuid is null or w.site_id = $6::uuid)`;

const counted = (name: string, condition: string) => `count(*) filter (where ${condition})::int as "${name}"`;
const timed = (name: string) => `count(${name}_s)::int as "${name}Orders", avg(${name}_s) as "${name}Mean",
  percentile_cont(0.5) within group (order by ${name}_s) as "${name}Median",
  percentile_cont(0.9) within group (order by ${name}_s) as "${name}P90"`;

const sums = [
  'count(*)::int as orders',
  counted('open', `state <> 'RESOLVED'`),
  counted('resolved', `state = 'RESOLVED'`),
  counted('late', 'is_late'),
  counted('faults', 'is_fault'),
  counted('repairs', 'is_repair'),
  counted('repeats', 'is_repeated'),
  counted('firstTime', 'is_repair and is_clean and not is_repeated'),
  counted('judged', 'is_judged'),
  counted('within', 'is_judged and not is_late'),
  'count(rating)::int as rated, avg(rating)::float8 as rating',
  ...['respond', 'dispatch', 'repair'].map(timed),
].join(', ');

type TimeName = 'respond' | 'dispatch' | 'repair';
export type Sums = Record<
  | 'orders'
  | 'open'
  | 'resolved'
  | 'late'
  | 'faults'
  | 'repairs'
  | 'repeats'
  | 'firstTime'
  | 'judged'
  | 'within'
  | 'rated'
  | `${TimeName}Orders`,
  number
> &
  Record<'rating' | `${TimeName}${'Mean' | 'Median' | 'P90'}`, number | null> & {
    key: string | null;
    day: string | null;
    /** Which of key and day the row groups by. */
    part: 'total' | 'key' | 'day';
  };

/** The sums over no orders at all. */
export const noOrders: Sums = {
  orders: 0,
  open: 0,
  resolved: 0,
  late: 0,
  faults: 0,
  repairs: 0,
  repeats: 0,
  firstTime: 0,
  judged: 0,
  within: 0,
  rated: 0,
  rating: null,
  respondOrders: 0,
  respondMean: null,
  respondMedian: null,
  respondP90: null,
  dispatchOrders: 0,
  dispatchMean: null,
  dispatchMedian: null,
  dispatchP90: null,
  repairOrders: 0,
  repairMean: null,
  repairMedian: null,
  repairP90: null,
  key: null,
  day: null,
  part: 'day',
};

/** The sums over all orders of the period, over those of each key, and over those of each step. */
export function readOrderSums({ db, now }: Pick<Ctx, 'db' | 'now'>, input: FigureInput): Promise<Sums[]> {
  const { from, to, companyId, siteId, by, step, timezone } = input;
  const sets = by === 'none' ? '((), (day))' : '((), (key), (day))';
  const isKey = by === 'none' ? 'false' : 'grouping(key) = 0';
  return db.raw<Sums>(
    `with base as materialized (${base(by)})
     select case when grouping(day) = 0 then 'day' when ${isKey} then 'key' else 'total' end as part,
       ${by === 'none' ? 'null::text as key' : 'key'}, day, ${sums}
     from base group by grouping sets ${sets} order by orders desc, key, day`,
    [
      from,
      to,
      db.scope === '*' ? null : db.scope,
      now().toISOString(),
      companyId ?? null,
      siteId ?? null,
      step,
      timezone,
    ],
  );
}

/** The groups with the most orders. */
export const largestGroups = (rows: readonly Sums[]): Sums[] =>
  rows.filter(({ part }) => part === 'key').slice(0, maxFigureRows);
