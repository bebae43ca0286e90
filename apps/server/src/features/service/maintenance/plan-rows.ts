import type { Input, MaintenancePlan, maintenancePlanCalls } from '@sweepline/contract';
import { and, eq, ilike, inArray, sql } from 'drizzle-orm';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { inStates } from './due-rows.ts';
import { maintenanceDues, maintenancePlans, type PlanRow } from './maintenance-plan-table.ts';

type Named = { id: string; name: string };

/** The names of the targets that the reader sees. */
async function targetNames(db: Tx, plans: readonly PlanRow[]): Promise<Map<string, Named>> {
  const ids = (of: 'groupIds' | 'siteIds' | 'deviceIds') => [
    ...new Set(plans.flatMap(({ targets }) => targets[of])),
  ];
  const deviceName = sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`;
  const lists = await Promise.all([
    db
      .select({ id: deviceGroups.id, name: deviceGroups.name })
      .from(deviceGroups)
      .where(and(inValues(deviceGroups.id, ids('groupIds')), visible(db, deviceGroups))),
    db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      .where(and(inValues(sites.id, ids('siteIds')), visible(db, sites))),
    db
      .select({ id: devices.id, name: deviceName })
      .from(devices)
      .where(and(inValues(devices.id, ids('deviceIds')), visible(db, devices))),
  ]);
  return new Map(lists.flat().map((named) => [named.id, named]));
}

/** The robots of each plan by state, and the earliest moment. */
async function countsOf({ db, now }: Pick<Ctx, 'db' | 'now'>, planIds: readonly string[]) {
  const count = (state: 'OVERDUE' | 'SOON') =>
    sql<number>`(count(*) filter (where ${maintenanceDues.active} and ${inStates([state], now())}))::int`;
  const rows = await db
    .select({
      planId: maintenanceDues.planId,
      robots: sql<number>`count(*)::int`,
      overdue: count('OVERDUE'),
      soon: count('SOON'),
      nextDueAt: sql<string | null>`min(${maintenanceDues.dueAt}) filter (where ${maintenanceDues.active})`,
    })
    .from(maintenanceDues)
    .where(and(inValues(maintenanceDues.planId, planIds), visible(db, maintenanceDues)))
    .groupBy(maintenanceDues.planId);
  return new Map(rows.map((row) => [row.planId, row]));
}

const rowsOf = (db: Tx) =>
  db
    .select({ plan: maintenancePlans, companyName: companies.name })
    .from(maintenancePlans)
    .leftJoin(companies, eq(companies.id, maintenancePlans.companyId))
    .$dynamic();

async function entriesOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  rows: readonly { plan: PlanRow; companyName: string | null }[],
): Promise<MaintenancePlan[]> {
  const plans = rows.map(({ plan }) => plan);
  const [names, counts] = await Promise.all([
    targetNames(ctx.db, plans),
    countsOf(
      ctx,
      plans.map(({ id }) => id),
    ),
  ]);
  const named = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? []);
  return rows.map(({ plan, companyName }) => {
    const { targets, ...columns } = plan;
    const { robots = 0, overdue = 0, soon = 0, nextDueAt = null } = counts.get(plan.id) ?? {};
    return {
      ...columns,
      companyName: companyName ?? '',
      models: targets.models,
      groups: named(targets.groupIds),
      sites: named(targets.siteIds),
      devices: named(targets.deviceIds),
      robots,
      overdue,
      soon,
      nextDueAt: nextDueAt === null ? null : new Date(nextDueAt).toISOString(),
    };
  });
}

const sortable = { name: maintenancePlans.name, updatedAt: maintenancePlans.updatedAt };

export async function listPlans(ctx: Ctx, input: Input<(typeof maintenancePlanCalls)['list']>) {
  const { db } = ctx;
  const { keyword, active, type, companyId, deviceId } = input;
  const ofDevice = deviceId
    ? inArray(
        maintenancePlans.id,
        db
          .select({ id: maintenanceDues.planId })
          .from(maintenanceDues)
          .where(and(eq(maintenanceDues.deviceId, deviceId), visible(db, maintenanceDues))),
      )
    : undefined;
  const where = and(
    visible(db, maintenancePlans),
    keyword ? ilike(maintenancePlans.name, contains(keyword)) : undefined,
    active === undefined ? undefined : eq(maintenancePlans.active, active),
    type?.length ? inArray(maintenancePlans.type, type) : undefined,
    companyId ? eq(maintenancePlans.companyId, companyId) : undefined,
    ofDevice,
  );
  const rows = rowsOf(db)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort ?? 'name', maintenancePlans.id));
  const { list, total } = await paginate(input, rows, counted(db, maintenancePlans, where));
  return { total, list: await entriesOf(ctx, list) };
}

export async function readPlan(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<MaintenancePlan> {
  const { db } = ctx;
  const rows = await rowsOf(db).where(and(eq(maintenancePlans.id, id), visible(db, maintenancePlans)));
  const [plan] = await entriesOf(ctx, rows);
  if (!plan) throw new Refusal('notFound');
  return plan;
}
