import {
  lookup,
  maxFigureDays,
  workOrderFigureCalls,
  type FigureGroup,
  type FigureTime,
  type WorkOrderFigureReport,
  type WorkOrderFigures,
} from '@sweepline/contract';
import { alarmCodes, dateAt } from '@sweepline/contract/robot';
import { and, sql } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { robotDaysOf } from '../../figures/statistics/board/robot-days-service.ts';
import { largestGroups, readOrderSums, noOrders, type FigureInput, type Sums } from './work-order-sums.ts';
import { trendSteps } from './trend-steps.ts';

const dayMs = 86_400_000;
const shareOf = (met: number, of: number) => ({ met, of, share: of === 0 ? null : met / of });
const timeOf = (sums: Sums, name: 'respond' | 'dispatch' | 'repair'): FigureTime => ({
  orders: sums[`${name}Orders`],
  mean: sums[`${name}Mean`],
  median: sums[`${name}Median`],
  p90: sums[`${name}P90`],
});

function figuresOf(sums: Sums, robotDays: number | null): WorkOrderFigures {
  const { orders, open, resolved, late, faults, repairs } = sums;
  return {
    orders,
    open,
    resolved,
    late,
    faults,
    robotDays,
    respond: timeOf(sums, 'respond'),
    dispatch: timeOf(sums, 'dispatch'),
    repair: timeOf(sums, 'repair'),
    daysBetweenFaults: robotDays === null || faults === 0 ? null : robotDays / faults,
    firstTimeFix: shareOf(sums.firstTime, repairs),
    repeated: shareOf(sums.repeats, repairs),
    withinLevel: shareOf(sums.within, sums.judged),
    rating: { count: sums.rated, mean: sums.rating },
  };
}

/** The figures of each step; one without orders has none of them. */
function trendOf(rows: readonly Sums[], steps: readonly string[]): WorkOrderFigureReport['trend'] {
  const byDay = new Map(rows.flatMap((sums) => (sums.part === 'day' && sums.day ? [[sums.day, sums]] : [])));
  if (byDay.size === 0) return [];
  return [...new Set([...steps, ...byDay.keys()])]
    .toSorted()
    .map((day) => ({ ...figuresOf(byDay.get(day) ?? noOrders, null), day }));
}

/** The names of the groups, as far as the reader sees them. */
async function groupNames(db: Tx, by: FigureGroup, keys: string[]): Promise<Map<string, string>> {
  if (by === 'person') return await accountNames(db, keys);
  if (by === 'site') {
    const rows = await db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      .where(and(visible(db, sites), inValues(sites.id, keys)));
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  if (by === 'company') {
    const rows = await db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(and(visible(db, companyScope), inValues(sql`${companies.id}`, keys)));
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  return new Map(keys.map((key) => [key, by === 'code' ? (lookup(alarmCodes, key)?.text ?? key) : key]));
}

/** Which robots a group counts; null for a person, who has none. */
function groupFilter(by: FigureGroup, key: string | null) {
  if (key === null || by === 'person') return null;
  if (by === 'model') return { model: key };
  if (by === 'site') return { siteId: key };
  return by === 'company' ? { companyIds: [key] } : {};
}

async function readFigures(ctx: Ctx, input: FigureInput): Promise<WorkOrderFigureReport> {
  const { db, now } = ctx;
  const { from, to, companyId, siteId, by, timezone } = input;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (start > end) throw wrongField('to', 'ENDS_BEFORE_START');
  if (end - start > maxFigureDays * dayMs) throw wrongField('from', 'TOO_MANY_DAYS', { days: maxFigureDays });
  if (companyId) await findCompany(db, companyId);
  if (siteId) await find(db, sites, siteId);
  const rows = await readOrderSums(ctx, input);
  const days = { from: dateAt(start, timezone), to: dateAt(end, timezone) };
  const place = { ...days, ...(companyId && { companyIds: [companyId] }), ...(siteId && { siteId }) };
  const robotDays = await robotDaysOf(db, now(), place);
  const groups = largestGroups(rows);
  const keys = groups.flatMap(({ key }) => key ?? []);
  const names = await groupNames(db, by, keys);
  const withDays: WorkOrderFigureReport['rows'] = [];
  for (const sums of groups) {
    const filter = groupFilter(by, sums.key);
    const ownDays =
      filter === null
        ? null
        : by === 'code'
          ? robotDays
          : await robotDaysOf(db, now(), { ...place, ...filter });
    withDays.push({ ...figuresOf(sums, ownDays), key: sums.key, name: names.get(sums.key ?? '') ?? '' });
  }
  return {
    total: figuresOf(
      rows.find(({ part }) => part === 'total')!,
      robotDays,
    ),
    rows: withDays,
    trend: trendOf(rows, trendSteps(input, now().getTime())),
  };
}

export const workOrderFigureAnswers = answer(workOrderFigureCalls, { figures: readFigures });
