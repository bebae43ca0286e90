import { targetFieldOf } from '@sweepline/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { workOrderPauses } from '../../../entities/service/work-order-pause-table.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import {
  clockOf,
  standingOf,
  type ClockColumns,
  type ClockedOrder,
  type Pause,
  type Reading,
} from './order-clock-rules.ts';
import { placeClocksOf, placeKey, type Place, type PlaceClock } from './service-level-read-service.ts';

type LeveledOrder = ClockedOrder & Place & Pick<WorkOrderRow, 'level'>;

/** What the clock reads of an order at its place. */
export const readingOf = (
  order: LeveledOrder,
  { rules, calendar }: PlaceClock,
  pauses: readonly Pause[],
  isAnswerJudged = order.respondedAt !== null,
): Reading => ({ order, target: rules[targetFieldOf[order.level]], calendar, pauses, isAnswerJudged });

/** The pauses of these orders, oldest first. */
export async function pausesOf(tx: Tx, orderIds: readonly string[]) {
  const rows = await tx
    .select()
    .from(workOrderPauses)
    .where(inValues(workOrderPauses.orderId, orderIds))
    .orderBy(asc(workOrderPauses.startedAt));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

const placeClockOf = async (tx: Tx, { companyId, siteId }: Place) => {
  const place = { companyId, siteId };
  return (await placeClocksOf(tx, [place])).get(placeKey(place))!;
};

type OrderClock = ClockColumns & Pick<WorkOrderRow, 'clockKey'>;

/** The columns of the service level of a new order. */
export async function newOrderClock(
  tx: Tx,
  order: Place & Pick<WorkOrderRow, 'level' | 'submittedAt'>,
): Promise<OrderClock> {
  const clock = await placeClockOf(tx, order);
  const fresh = {
    respondedAt: null,
    respondBy: null,
    resolvedAt: null,
    waitingFor: null,
    waitingSince: null,
  };
  const row: LeveledOrder = { ...fresh, ...order, state: 'SUBMITTED', reminded: [] };
  return { ...clockOf(readingOf(row, clock, [])), clockKey: clock.key };
}

/** Ends the running pause of an order and begins the next, where the change stops or starts the clock. */
async function storePauses(tx: Tx, before: WorkOrderRow, after: WorkOrderRow, at: string): Promise<void> {
  const [was, is] = [standingOf(before), standingOf(after)];
  if (was === is) return;
  if (was !== null)
    await tx
      .update(workOrderPauses)
      .set({ endedAt: at })
      .where(and(eq(workOrderPauses.orderId, before.id), isNull(workOrderPauses.endedAt)));
  if (is !== null)
    await tx
      .insert(workOrderPauses)
      .values({ orderId: after.id, companyId: after.companyId, kind: is, startedAt: at });
}

/** Stores the pauses of a change of a locked order, and returns the columns of its service level. */
export async function changedOrderClock(
  tx: Tx,
  before: WorkOrderRow,
  changes: Partial<WorkOrderRow>,
  at: string,
): Promise<OrderClock> {
  const after = { ...before, ...changes };
  await storePauses(tx, before, after, at);
  const clock = await placeClockOf(tx, after);
  const pauses = clock.key === '' ? [] : ((await pausesOf(tx, [after.id])).get(after.id) ?? []);
  const reading = readingOf(after, clock, pauses, before.respondedAt !== null);
  return { ...clockOf(reading), clockKey: clock.key };
}
