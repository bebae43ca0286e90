import { fieldReason, type WorkOrderEventKind, type WorkOrderState } from '@sweepline/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { recordOrder } from '../../../entities/service/maintenance-record-service.ts';
import { workOrderEvents } from '../../../entities/service/work-order-event-table.ts';
import { workOrders, type WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, counted, find, visible } from '../../../platform/db/page.ts';
import { changedOrderClock } from '../levels/order-clock-service.ts';
import { publishOrder, type OrderWriter } from './work-order-create-service.ts';

const stateWords = {
  SUBMITTED: 'ORDER_SUBMITTED',
  PROCESSING: 'ORDER_PROCESSING',
  RESOLVED: 'ORDER_RESOLVED',
} as const satisfies Record<WorkOrderState, string>;

/** Refuses a move with the present state, and who brought the order there. */
async function stateRefusal(db: Tx, order: WorkOrderRow): Promise<Refusal> {
  const [last] = await db
    .select()
    .from(workOrderEvents)
    .where(and(eq(workOrderEvents.orderId, order.id), visible(db, workOrderEvents)))
    .orderBy(desc(workOrderEvents.at), desc(workOrderEvents.id))
    .limit(1);
  const names = await accountNames(db, [last?.byId ?? null]);
  const unseen = fieldReason(last?.byId ? 'SOMEBODY_ABOVE' : 'BY_THE_SYSTEM');
  return new Refusal('orderState', {
    words: {
      state: fieldReason(stateWords[order.state]),
      who: (last?.byId && names.get(last.byId)) || unseen,
      when: last?.at ?? order.updatedAt,
    },
  });
}

/** Refuses a change of an older version, and names who changed the order if the caller sees the account. */
async function staleRefusal(db: Tx, { updatedBy, updatedAt }: WorkOrderRow): Promise<Refusal> {
  const author = and(eq(accounts.username, updatedBy), visible(db, accounts));
  const isSeen = (await counted(db, accounts, author)) > 0;
  return changedMeanwhile(isSeen ? updatedBy : '', updatedAt);
}

interface Event {
  kind: WorkOrderEventKind;
  text?: string;
  changes?: Record<string, string>;
}

interface Change {
  /** States in which the change is possible; all without it. */
  from?: readonly WorkOrderState[];
  /** The version that the caller read; without it, the change applies to any. */
  version?: number | undefined;
  /** Columns that it sets; without them it only adds an event. */
  changes?: Partial<WorkOrderRow>;
  event: Event;
}

/**
 * The only way in which an order changes: locks it, checks state and version, stores the change with its event, and tells other pages.
 * `changeOf` sees the locked row and may refuse.
 */
export async function changeWorkOrder(
  writer: OrderWriter,
  id: string,
  changeOf: Change | ((order: WorkOrderRow) => Change | Promise<Change>),
): Promise<WorkOrderRow> {
  const { db, now, by } = writer;
  const order = await find(db, workOrders, id, { lock: true });
  const change = typeof changeOf === 'function' ? await changeOf(order) : changeOf;
  if (change.from && !change.from.includes(order.state)) throw await stateRefusal(db, order);
  if (change.version !== undefined && change.version !== order.version) throw await staleRefusal(db, order);
  const at = now().toISOString();
  const [changed] = change.changes
    ? await db
        .update(workOrders)
        .set({
          ...change.changes,
          ...(await changedOrderClock(db, order, change.changes, at)),
          version: sql`${workOrders.version} + 1`,
          updatedAt: at,
          updatedBy: by?.username ?? '',
        })
        .where(and(eq(workOrders.id, id), visible(db, workOrders)))
        .returning()
    : [order];
  await db
    .insert(workOrderEvents)
    .values({ orderId: id, companyId: order.companyId, at, byId: by?.id ?? null, ...change.event });
  if (change.changes?.state === 'RESOLVED') await recordOrder(db, changed!);
  publishOrder(writer, order);
  return changed!;
}
