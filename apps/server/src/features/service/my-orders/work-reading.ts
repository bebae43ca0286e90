import { nameOfAccount, type WorkOrderWork } from '@sweepline/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { commands } from '../../../entities/devices/command-table.ts';
import { accountNames } from '../../../entities/people/account-names.ts';
import { pointsOf } from '../../../entities/service/checklist-service.ts';
import { sparePartPrices } from '../../../entities/stock/spare-part-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import {
  workOrderLabours,
  workOrderParts,
  workOrderWorks,
  type WorkOrderWorkRow,
} from '../../../entities/service/work-order-work-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';

/** The stored work of an order; undefined before the first save. */
export async function findWork(db: Tx, orderId: string): Promise<WorkOrderWorkRow | undefined> {
  const [work] = await db
    .select()
    .from(workOrderWorks)
    .where(and(eq(workOrderWorks.orderId, orderId), visible(db, workOrderWorks)));
  return work;
}

const ofOrder = (db: Tx, table: typeof workOrderParts | typeof workOrderLabours, orderId: string) =>
  and(eq(table.orderId, orderId), visible(db, table));

/** The parts with the life of the command that resets their counter, as far as the reader sees the command. */
async function readParts(db: Tx, orderId: string): Promise<WorkOrderWork['parts']> {
  const rows = await db
    .select({ part: workOrderParts, command: commands })
    .from(workOrderParts)
    .leftJoin(commands, and(eq(commands.id, workOrderParts.resetCommandId), visible(db, commands)))
    .where(ofOrder(db, workOrderParts, orderId))
    .orderBy(asc(workOrderParts.at), asc(workOrderParts.id));
  return rows.map(({ part, command }) => ({
    ...part,
    reset: command && {
      id: command.id,
      status: command.status,
      code: command.code,
      createdAt: command.createdAt,
      endedAt: command.endedAt,
      expiresAt: command.expiresAt,
    },
  }));
}

/** Labour that the tenant scope shows, and the reader's own: a linked account of the provider does not see its own company. */
async function readLabour({ db, account }: Ctx, orderId: string): Promise<WorkOrderWork['labour']> {
  const rows = await db
    .select()
    .from(workOrderLabours)
    .where(ofOrder(db, workOrderLabours, orderId))
    .orderBy(asc(workOrderLabours.at), asc(workOrderLabours.id));
  const own = await asSystem(db, (all) =>
    all
      .select()
      .from(workOrderLabours)
      .where(and(eq(workOrderLabours.orderId, orderId), eq(workOrderLabours.byId, account.id))),
  );
  const list = [...rows.filter(({ byId }) => byId !== account.id), ...own];
  const names = await accountNames(
    db,
    list.map(({ byId }) => byId),
  );
  return {
    mine: own[0]?.minutes ?? null,
    list: list.map(({ byId, minutes, at }) => ({
      name: byId === account.id ? nameOfAccount(account) : (names.get(byId) ?? null),
      mine: byId === account.id,
      minutes,
      at,
    })),
  };
}

/** The sum of the parts per currency, from the prices that the tenant scope shows. */
async function readCost(db: Tx, orderId: string): Promise<WorkOrderWork['cost']> {
  const amount = sql<number>`round(sum(${workOrderParts.quantity} * ${sparePartPrices.amount})::numeric, 2)`;
  return await db
    .select({ currency: sparePartPrices.currency, amount: amount.mapWith(Number) })
    .from(workOrderParts)
    .innerJoin(
      sparePartPrices,
      and(eq(sparePartPrices.partId, workOrderParts.partId), visible(db, sparePartPrices)),
    )
    .where(ofOrder(db, workOrderParts, orderId))
    .groupBy(sparePartPrices.currency)
    .orderBy(asc(sparePartPrices.currency));
}

async function readFollowUps(db: Tx, followUps: Record<string, string>): Promise<WorkOrderWork['followUps']> {
  const rows = await db
    .select({ id: workOrders.id, number: workOrders.number, companyCode: companies.code })
    .from(workOrders)
    .innerJoin(companies, eq(companies.id, workOrders.companyId))
    .where(and(inValues(workOrders.id, Object.values(followUps)), visible(db, workOrders)));
  const orders = new Map(rows.map((order) => [order.id, order]));
  return Object.entries(followUps).flatMap(([itemId, id]) => {
    const order = orders.get(id);
    return order === undefined ? [] : [{ itemId, ...order }];
  });
}

/** The work on an order as the caller sees it. Refuses an unknown or foreign order with `notFound`. */
export async function readWork(ctx: Ctx, orderId: string): Promise<WorkOrderWork> {
  const { db } = ctx;
  const order = await find(db, workOrders, orderId);
  const work = await findWork(db, orderId);
  const names = await accountNames(db, [work?.updatedById ?? null]);
  return {
    orderId,
    version: work?.version ?? 0,
    checklist: await pointsOf(db, order, work),
    answers: work?.answers ?? [],
    parts: await readParts(db, orderId),
    labour: await readLabour(ctx, orderId),
    cost: await readCost(db, orderId),
    signature:
      work && work.signedAt !== null
        ? { name: work.signatureName, pictureId: work.signaturePictureId, at: work.signedAt }
        : null,
    followUps: await readFollowUps(db, work?.followUps ?? {}),
    updatedAt: work?.updatedAt ?? null,
    updatedBy: names.get(work?.updatedById ?? '') ?? null,
  };
}
