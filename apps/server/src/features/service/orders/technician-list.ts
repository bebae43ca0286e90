import type { Input, Output, Technician, workOrderCalls } from '@sweepline/contract';
import { permissions } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { listReaders } from '../../../entities/people/record-readers.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { find, inValues } from '../../../platform/db/page.ts';
import { distancesOf, openOrdersOf, skillsOf, techniciansAmong } from './technician-skills.ts';

type Calls = typeof workOrderCalls;

/** Only the most that a person can look through is ranked. */
const maxRanked = 500;
const far = Number.POSITIVE_INFINITY;

/** Technicians first, then by what they know of this robot and fault, how near they are, and how much they have to do. */
const byFitness = (a: Technician, b: Technician) =>
  Number(b.isTechnician) - Number(a.isTechnician) ||
  b.fixedHere - a.fixedHere ||
  Math.min(b.sameFault, 1) - Math.min(a.sameFault, 1) ||
  Number(b.isLinkedFae) - Number(a.isLinkedFae) ||
  (a.distanceM ?? far) - (b.distanceM ?? far) ||
  a.openOrders - b.openOrders ||
  (a.name < b.name ? -1 : 1);

/** Who is in service for an order: technicians, the linked support, and who repaired this robot before. */
const isInService = ({ isTechnician, isLinkedFae, fixedHere }: Technician) =>
  isTechnician || isLinkedFae || fixedHere > 0;

/**
 * The accounts to which an order can be dispatched, the best choice first. Without a keyword those who are not in service are left
 * out, unless there are no others: an administrator with few orders is no maintenance person.
 */
export async function listTechnicians(
  ctx: Ctx,
  { id, keyword, page, pageSize }: Input<Calls['technicians']>,
): Promise<Output<Calls['technicians']>> {
  const order = await find(ctx.db, workOrders, id);
  const subject = { companyId: order.companyId, allow: permissions.orderWork };
  const readers = await listReaders(ctx.db, subject, { keyword, page: 1, pageSize: maxRanked });
  const ids = readers.list.map((reader) => reader.id);
  const [phones, support, technicians, open, skills, distances] = await Promise.all([
    phonesOf(ctx, ids),
    linkedSupportOf(ctx, order.companyId),
    techniciansAmong(ctx, ids),
    openOrdersOf(ctx, ids),
    skillsOf(ctx, ids, order),
    distancesOf(ctx, ids, order),
  ]);
  const all = readers.list.map((reader): Technician => ({
    ...reader,
    phone: phones.get(reader.id) ?? '',
    isTechnician: technicians.has(reader.id),
    isLinkedFae: support.has(reader.id),
    openOrders: open.get(reader.id) ?? 0,
    fixedHere: skills.get(reader.id)?.fixedHere ?? 0,
    sameFault: skills.get(reader.id)?.sameFault ?? 0,
    distanceM: distances.get(reader.id) ?? null,
  }));
  const inService = keyword ? [] : all.filter(isInService);
  const list = (inService.length > 0 ? inService : all).toSorted(byFitness);
  return { total: list.length, list: list.slice((page - 1) * pageSize, page * pageSize) };
}

async function phonesOf({ db }: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: accounts.id, phone: accounts.phone })
    .from(accounts)
    .where(inValues(accounts.id, ids));
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

/** The technical support of the provider that is linked to the company or to one above. */
async function linkedSupportOf({ db }: Ctx, companyId: string): Promise<Set<string | null>> {
  const rows = await db
    .select({ faeId: companies.faeId })
    .from(companies)
    .where(
      sql`starts_with((select own.path from ${companies} own where own.id = ${companyId}), ${companies.path})`,
    );
  return new Set(rows.map(({ faeId }) => faeId));
}
