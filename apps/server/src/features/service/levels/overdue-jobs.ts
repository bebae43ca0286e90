import { asc, eq, lte } from 'drizzle-orm';
import {
  workOrders,
  type ReminderKind,
  type WorkOrderRow,
} from '../../../entities/service/work-order-table.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { clockOf, remindersOf } from './order-clock-rules.ts';
import type { Needs } from './order-clock-jobs.ts';
import { pausesOf, readingOf } from './order-clock-service.ts';
import { reminderReceivers } from './overdue-audience-service.ts';
import { placeClocksOf, placeKey } from './service-level-read-service.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

/** Orders of one transaction. */
const batchSize = 100;

const templates = {
  ANSWER_SOON: 'orderAnswerSoon',
  ANSWER_LATE: 'orderAnswerLate',
  RESOLVE_SOON: 'orderResolveSoon',
  RESOLVE_LATE: 'orderResolveLate',
} as const satisfies Record<ReminderKind, string>;

/** Being late says more than being about to be late. */
const saidBy: Partial<Record<ReminderKind, ReminderKind>> = {
  ANSWER_SOON: 'ANSWER_LATE',
  RESOLVE_SOON: 'RESOLVE_LATE',
};

/** Orders with a reminder that is due, the earliest first. Two runs at the same time get different rows. */
const dueOrders = (tx: Tx, now: string) =>
  tx
    .select()
    .from(workOrders)
    .where(lte(workOrders.nextReminderAt, now))
    .orderBy(asc(workOrders.nextReminderAt), asc(workOrders.id))
    .limit(batchSize)
    .for('update', { skipLocked: true });

async function remind(tx: Tx, { bus, now }: Needs, order: WorkOrderRow, kind: ReminderKind): Promise<void> {
  const number = await fullOrderNumber(tx, order);
  for (const { id, companyId } of await reminderReceivers(tx, order))
    await notify(tx, bus, now, {
      kind: 'system',
      companyId,
      accountId: id,
      template: templates[kind],
      params: { number, name: order.name },
      workOrderId: order.id,
      occasion: `workOrder/${order.id}/${kind}/${id}`,
    });
}

/** Sends the reminders of some orders, and returns whether there may be more. Notices and marks are stored in one transaction. */
const remindSome = (needs: Needs): Promise<boolean> =>
  inScope(needs.db, '*', async (tx) => {
    const now = needs.now();
    const rows = await dueOrders(tx, now.toISOString());
    const clocks = await placeClocksOf(tx, rows);
    const pauses = await pausesOf(
      tx,
      rows.map(({ id }) => id),
    );
    for (const order of rows) {
      const clock = clocks.get(placeKey(order))!;
      const reading = readingOf(order, clock, pauses.get(order.id) ?? []);
      const due = remindersOf(reading).flatMap(({ kind, at }) => (at <= now.getTime() ? kind : []));
      for (const kind of due)
        if (!due.some((it) => it === saidBy[kind])) await remind(tx, needs, order, kind);
      const reminded = [...order.reminded, ...due];
      const columns = clockOf({ ...reading, order: { ...order, reminded } });
      await tx
        .update(workOrders)
        .set({ ...columns, clockKey: clock.key, reminded })
        .where(eq(workOrders.id, order.id));
    }
    return rows.length === batchSize;
  });

/** Tells once per order and kind that the time of a service level is nearly used up, and that it has passed. */
export async function remindOfOrders(needs: Needs): Promise<void> {
  while (await remindSome(needs));
}

export const overdueJob = (needs: Needs): Job => ({
  name: 'workOrders.overdue',
  everySeconds: 60,
  run: () => remindOfOrders(needs),
});
