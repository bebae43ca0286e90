import type { Input, Output, workOrderCalls } from '@sweepline/contract';
import { permissions } from '@sweepline/contract';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { listReaders } from '../../../entities/people/record-readers.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';

type Calls = typeof workOrderCalls;

/** Only the most that a person can look through is ranked. */
const maxRanked = 500;

/** Open orders per account, and how often each resolved an order of the robot. */
async function loadsOf({ db }: Ctx, accountIds: readonly string[], deviceId: string | null) {
  const ofAccounts = (column: PgColumn) => inValues(column, accountIds);
  const [open, fixed] = await Promise.all([
    db
      .select({ id: workOrders.assigneeId, total: count() })
      .from(workOrders)
      .where(
        and(ofAccounts(workOrders.assigneeId), ne(workOrders.state, 'RESOLVED'), visible(db, workOrders)),
      )
      .groupBy(workOrders.assigneeId),
    deviceId === null
      ? []
      : db
          .select({ id: workOrders.resolvedById, total: count() })
          .from(workOrders)
          .where(
            and(
              ofAccounts(workOrders.resolvedById),
              eq(workOrders.deviceId, deviceId),
              sql`${workOrders.resolution} in ('FIXED', 'WORKAROUND')`,
              visible(db, workOrders),
            ),
          )
          .groupBy(workOrders.resolvedById),
  ]);
  return {
    open: new Map(open.map((row) => [row.id, row.total])),
    fixed: new Map(fixed.map((row) => [row.id, row.total])),
  };
}

/**
 * The accounts to which an order can be dispatched: who repaired this robot before comes first, then the linked technical support,
 * then the account with the fewest open orders.
 */
export async function listTechnicians(
  ctx: Ctx,
  { id, keyword, page, pageSize }: Input<Calls['technicians']>,
): Promise<Output<Calls['technicians']>> {
  const { db } = ctx;
  const { companyId, deviceId } = await find(db, workOrders, id);
  const subject = { companyId, allow: permissions.workOrders };
  const readers = await listReaders(db, subject, { keyword, page: 1, pageSize: maxRanked });
  const ids = readers.list.map((it) => it.id);
  const [people, linked, loads] = await Promise.all([
    db.select({ id: accounts.id, phone: accounts.phone }).from(accounts).where(inValues(accounts.id, ids)),
    db
      .select({ faeId: companies.faeId })
      .from(companies)
      .where(
        sql`starts_with((select own.path from ${companies} own where own.id = ${companyId}), ${companies.path})`,
      ),
    loadsOf(ctx, ids, deviceId),
  ]);
  const phones = new Map(people.map((row) => [row.id, row.phone]));
  const faes = new Set(linked.map(({ faeId }) => faeId));
  const list = readers.list
    .map((reader) => ({
      ...reader,
      phone: phones.get(reader.id) ?? '',
      openOrders: loads.open.get(reader.id) ?? 0,
      fixedHere: loads.fixed.get(reader.id) ?? 0,
      isLinkedFae: faes.has(reader.id),
    }))
    .toSorted(
      (a, b) =>
        b.fixedHere - a.fixedHere ||
        Number(b.isLinkedFae) - Number(a.isLinkedFae) ||
        a.openOrders - b.openOrders ||
        (a.name < b.name ? -1 : 1),
    );
  return { total: list.length, list: list.slice((page - 1) * pageSize, page * pageSize) };
}
