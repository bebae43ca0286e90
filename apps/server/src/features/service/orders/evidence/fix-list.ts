import { fixDays, maxFixes, type Input, type Output, type workOrderEvidenceCalls } from '@sweepline/contract';
import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import { workOrders } from '../../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { find, visible } from '../../../../platform/db/page.ts';
import { companies } from '../../../../entities/people/company-table.ts';

type Calls = typeof workOrderEvidenceCalls;

const dayMs = 86_400_000;
const repairs = ['FIXED', 'WORKAROUND'] as const;
const isVerified = sql`${workOrders.verification} = 'VERIFIED'`;
const number = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

/** What resolved a code on a model. An order that was reopened counts as failed until its last repair is confirmed, and never as fixed at first. */
export async function readFixes(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { code, model, deviceId }: Input<Calls['fixes']>,
): Promise<Output<Calls['fixes']>> {
  const ofModel = deviceId === undefined ? (model ?? '') : (await find(db, devices, deviceId)).model;
  const since = new Date(now().getTime() - fixDays * dayMs).toISOString();
  const { resolution, reopenedCount, resolutionText, resolvedAt } = workOrders;
  const ofCode = and(
    visible(db, workOrders),
    eq(workOrders.alarmCode, code),
    eq(workOrders.deviceModel, ofModel),
    gte(workOrders.submittedAt, since),
  );
  const repaired = sql`${workOrders.state} = 'RESOLVED' and ${inArray(resolution, [...repairs])}`;
  const [[sums], rows] = await Promise.all([
    db
      .select({
        fixed: number(repaired),
        verified: number(isVerified),
        failed: number(sql`${reopenedCount} > 0 and ${isVerified} is not true`),
        atFirst: number(sql`${isVerified} and ${reopenedCount} = 0`),
      })
      .from(workOrders)
      .where(ofCode),
    db
      .select({ order: workOrders, companyCode: companies.code })
      .from(workOrders)
      .innerJoin(companies, eq(companies.id, workOrders.companyId))
      .where(and(ofCode, repaired, ne(resolutionText, '')))
      .orderBy(desc(resolvedAt), desc(workOrders.id))
      .limit(maxFixes),
  ]);
  const { fixed = 0, verified = 0, failed = 0, atFirst = 0 } = sums ?? {};
  const decided = verified + failed;
  return {
    fixed,
    verified,
    failed,
    firstTimeFixRate: decided === 0 ? null : atFirst / decided,
    list: rows.map(({ order: row, companyCode }) => ({
      id: row.id,
      number: row.number,
      companyCode,
      // The condition of the query.
      resolution: row.resolution as (typeof repairs)[number],
      text: row.resolutionText,
      resolvedAt: row.resolvedAt!,
      held: row.verification === 'VERIFIED' ? true : row.verification === 'FAILED' ? false : null,
    })),
  };
}
