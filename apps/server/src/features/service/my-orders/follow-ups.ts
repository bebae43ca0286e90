import { isFailed, type CheckAnswer, type CheckItem } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import type { OrderPoints } from '../../../entities/service/checklist-service.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { createWorkOrder } from '../orders/work-order-create-service.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

const maxName = 100;

/** What is wrong, in the words of the checklist: "Tyre pressure: 1.2 bar (2–3). Valve leaks. STM-2026-000012". */
function describe(item: CheckItem, { value, note }: CheckAnswer, number: string): string {
  const measured = typeof value === 'number' ? `: ${value} ${item.unit}`.trimEnd() : '';
  const range = typeof value === 'number' ? ` (${item.min ?? ''}–${item.max ?? ''})` : '';
  return [`${item.text}${measured}${range}`, note, number].filter(Boolean).join('. ');
}

/** Makes an order of its own for each failed point that demands it and has none yet. Returns all orders by point. */
export async function makeFollowUps(
  ctx: Ctx,
  order: WorkOrderRow,
  points: OrderPoints | null,
  answers: readonly CheckAnswer[],
  before: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { db, services, now, account } = ctx;
  const made: Record<string, string> = { ...before };
  for (const item of points?.items ?? []) {
    const answer = answers.find(({ itemId }) => itemId === item.id);
    if (!answer || !item.makesOrder || made[item.id] || !isFailed(item, answer.value)) continue;
    const { order: followUp } = await createWorkOrder(
      { db, bus: services.bus, now, by: account },
      {
        companyId: order.companyId,
        deviceId: await deviceHere(ctx, order),
        siteId: order.siteId,
        origin: 'INSPECTION',
        name: item.text.slice(0, maxName),
        type: 'FAULT',
        level: 'GENERAL',
        faultType: 'OTHER',
        description: describe(item, answer, await fullOrderNumber(db, order)),
        contactName: order.contactName,
        contactNumber: order.contactNumber,
      },
    );
    made[item.id] = followUp.id;
  }
  return made;
}

/** The robot of the order while it belongs to the same company; null after it left. */
async function deviceHere({ db }: Ctx, { deviceId, companyId }: WorkOrderRow): Promise<string | null> {
  if (deviceId === null) return null;
  const [device] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.companyId, companyId), visible(db, devices)));
  return device?.id ?? null;
}
