import { everything, permissions } from '@sweepline/contract';
import { and, count, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accounts } from '../../../entities/people/account-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { metresBetween } from './metres-between.ts';

type Order = Pick<typeof workOrders.$inferSelect, 'deviceId' | 'deviceModel' | 'faultType' | 'siteId'>;

/** How far back an order proves that a person knows this kind of fault. */
const skillDays = 365;
const dayMs = 86_400_000;
const ended = sql`${workOrders.resolution} in ('FIXED', 'WORKAROUND')`;
const ofAccounts = (ids: readonly string[]) => (column: PgColumn) => inValues(column, ids);

/** The accounts that work on orders and dispatch none: technicians, unlike administrators, who may do both. */
export async function techniciansAmong({ db }: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: accounts.id, granted: roles.permissions })
    .from(accounts)
    .innerJoin(roles, eq(roles.id, accounts.roleId))
    .where(and(inValues(accounts.id, ids), eq(accounts.roleType, 3)));
  const isTechnician = (granted: readonly string[]) =>
    granted.includes(permissions.orderWork) &&
    !granted.includes(permissions.orderDispatch) &&
    !granted.includes(everything);
  return new Set(rows.filter(({ granted }) => isTechnician(granted)).map(({ id }) => id));
}

/** Open orders per account. */
export async function openOrdersOf({ db }: Ctx, ids: readonly string[]): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ id: workOrders.assigneeId, total: count() })
    .from(workOrders)
    .where(
      and(ofAccounts(ids)(workOrders.assigneeId), ne(workOrders.state, 'RESOLVED'), visible(db, workOrders)),
    )
    .groupBy(workOrders.assigneeId);
  return new Map(rows.map((row) => [row.id, row.total]));
}

/** How often each account repaired this robot, and how often this kind of fault on this model in the last year. */
export async function skillsOf({ db, now }: Ctx, ids: readonly string[], order: Order) {
  if (order.deviceId === null) return new Map<string | null, { fixedHere: number; sameFault: number }>();
  const { deviceId, deviceModel, faultType } = order;
  const here = sql`${workOrders.deviceId} = ${deviceId}`;
  const since = new Date(now().getTime() - skillDays * dayMs).toISOString();
  const alike = and(
    eq(workOrders.deviceModel, deviceModel),
    eq(workOrders.faultType, faultType),
    gte(workOrders.resolvedAt, since),
  );
  const rows = await db
    .select({
      id: workOrders.resolvedById,
      fixedHere: sql<number>`count(*) filter (where ${here})`.mapWith(Number),
      sameFault: sql<number>`count(*) filter (where ${alike})`.mapWith(Number),
    })
    .from(workOrders)
    .where(and(ofAccounts(ids)(workOrders.resolvedById), ended, visible(db, workOrders)))
    .groupBy(workOrders.resolvedById);
  return new Map(rows.map(({ id, ...skill }) => [id, skill]));
}

/** Metres, as the crow flies, from the site of the order to the nearest site where each account has an open order. */
export async function distancesOf({ db }: Ctx, ids: readonly string[], { siteId }: Order) {
  const nearest = new Map<string, number>();
  if (siteId === null) return nearest;
  const [here] = await db.select().from(sites).where(eq(sites.id, siteId));
  const at = placeOf(here);
  if (!at) return nearest;
  const rows = await db
    .select({ id: workOrders.assigneeId, latitude: sites.latitude, longitude: sites.longitude })
    .from(workOrders)
    .innerJoin(sites, eq(sites.id, workOrders.siteId))
    .where(
      and(
        ofAccounts(ids)(workOrders.assigneeId),
        ne(workOrders.state, 'RESOLVED'),
        isNotNull(sites.latitude),
        visible(db, workOrders),
      ),
    );
  for (const row of rows) {
    const place = placeOf(row);
    if (row.id === null || !place) continue;
    const metres = metresBetween(at, place);
    nearest.set(row.id, Math.min(metres, nearest.get(row.id) ?? metres));
  }
  return nearest;
}

function placeOf(row: { latitude: number | null; longitude: number | null } | undefined) {
  if (!row || row.latitude === null || row.longitude === null) return undefined;
  return { latitude: row.latitude, longitude: row.longitude };
}
