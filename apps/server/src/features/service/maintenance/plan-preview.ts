import type { Input, maintenancePlanCalls, Output } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { readReadings, watchesParts } from './device-readings.ts';
import { dueOf, dueStateOf } from './due-rules.ts';
import { maintenanceDues, maintenancePlans, type DueRow } from './maintenance-plan-table.ts';
import { planRobots } from './plan-robots.ts';

type Preview = (typeof maintenancePlanCalls)['preview'];

/** Where the robots of a saved plan count from; a new plan counts from now. */
async function rowsOfPlan({ db }: Ctx, planId: string | undefined): Promise<Map<string, DueRow>> {
  if (planId === undefined) return new Map();
  const rows = await db
    .select()
    .from(maintenanceDues)
    .where(and(eq(maintenanceDues.planId, planId), visible(db, maintenanceDues)));
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** When each robot would be due, the earliest first. Nothing is stored. */
export async function previewPlan(ctx: Ctx, input: Input<Preview>, limit: number): Promise<Output<Preview>> {
  const { db, now, account } = ctx;
  const { id, triggers, leadDays, ...targets } = input;
  const plan = id === undefined ? undefined : await find(db, maintenancePlans, id);
  const companyId = plan?.companyId ?? account.companyId;
  const { total, robots } = await planRobots(db, { targets, companyId }, limit);
  const at = now();
  const readings = await readReadings(db, robots, { now: at, withParts: watchesParts(triggers) });
  const rows = await rowsOfPlan(ctx, id);
  const ids = robots.map((robot) => robot.id);
  const named = await db
    .select({
      device: {
        id: devices.id,
        name: sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`,
        sn: devices.sn,
        model: devices.model,
      },
      site: { id: sites.id, name: sites.name },
    })
    .from(devices)
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(and(inValues(devices.id, ids), visible(db, devices)));
  const list = named.map(({ device, site }) => {
    const reading = readings(device.id);
    const row = rows.get(device.id);
    const from = { since: row?.since ?? at.toISOString(), base: row?.base ?? reading.meters, dueAt: null };
    const due = dueOf(triggers, from, reading, at.getTime());
    const dueAt = due?.dueAt ?? null;
    return { device, site, state: dueStateOf(dueAt, leadDays, at), dueAt, reason: due?.reason ?? null };
  });
  const order = (dueAt: string | null) => (dueAt === null ? Infinity : Date.parse(dueAt));
  return { total, list: list.toSorted((a, b) => order(a.dueAt) - order(b.dueAt)) };
}
