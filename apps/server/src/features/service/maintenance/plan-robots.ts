import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { maintenanceDues, type PlanRow, type PlanTargets } from './maintenance-plan-table.ts';

/** Robots that a customer uses. The others have nothing to maintain yet, or not any more. */
const isInUse = `v.binding in ('ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING')`;

/** The robots of a plan: $1 to $4 are its targets, $5 its company, $6 the tenant scope. */
const ofPlan = `from ${getTableName(devices)} v
  join ${getTableName(companies)} c on c.id = v.company_id
  join ${getTableName(companies)} own on own.id = $5 and c.path ~>=~ own.path and c.path ~<~ (left(own.path, -1) || '0')
  where ${isInUse} and ($6::uuid[] is null or v.company_id = any($6::uuid[]))
    and (v.model = any($1::text[]) or v.group_id = any($2::uuid[]) or v.site_id = any($3::uuid[]) or v.id = any($4::uuid[]))`;

interface Reach {
  targets: PlanTargets;
  companyId: string;
}
const reachOf = (db: Tx, { targets, companyId }: Reach) => [
  targets.models,
  targets.groupIds,
  targets.siteIds,
  targets.deviceIds,
  companyId,
  db.scope === '*' ? null : db.scope,
];

/** The first robots of a plan by name, and the number of all. */
export async function planRobots(
  db: Tx,
  reach: Reach,
  limit: number,
): Promise<{ total: number; robots: { id: string; model: string }[] }> {
  const rows = await db.raw<{ id: string; model: string; total: number }>(
    `select v.id, v.model, count(*) over ()::int as total ${ofPlan} order by v.nickname, v.id limit ${limit}`,
    reachOf(db, reach),
  );
  return { total: rows[0]?.total ?? 0, robots: rows.map(({ id, model }) => ({ id, model })) };
}

const dues = getTableName(maintenanceDues);

/**
 * Brings the rows of a plan to its robots: new ones count from now, those that left are removed. After a change of the plan
 * (`isChanged`) all are looked at again.
 */
export async function syncPlan(
  db: Tx,
  plan: PlanRow,
  { now, isChanged }: { now: Clock; isChanged: boolean },
): Promise<void> {
  const at = now().toISOString();
  const { id, name, leadDays, active } = plan;
  const next = active ? at : null;
  const renewed = isChanged
    ? `do update set plan_name = excluded.plan_name, lead_days = excluded.lead_days, active = excluded.active,
        next_check_at = case when ${dues}.order_id is null then excluded.next_check_at end`
    : 'do nothing';
  await db.raw(
    `insert into ${dues} (id, company_id, plan_id, device_id, plan_name, lead_days, active, since, next_check_at)
     select gen_random_uuid(), v.company_id, $7::uuid, v.id, $8, $9::int, $10::boolean, $11::timestamptz, $12::timestamptz ${ofPlan}
     on conflict (plan_id, device_id) ${renewed}`,
    [...reachOf(db, plan), id, name, leadDays, active, at, next],
  );
  await db.raw(`delete from ${dues} where plan_id = $7 and device_id not in (select v.id ${ofPlan})`, [
    ...reachOf(db, plan),
    id,
  ]);
}
