import { fitsKind, type Input, type workOrderWorkCalls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import {
  pointsOf,
  pointsOfTemplate,
  templateFor,
  type OrderPoints,
} from '../../../entities/service/checklist-service.ts';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import type { WorkOrderWorkRow } from '../../../entities/service/work-order-work-table.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

type Save = Input<typeof workOrderWorkCalls.saveWork>;

/** The points of the chosen template: the copy of the order, or a new one. Refuses one that the order cannot use like a missing one. */
export async function chosenPoints(
  db: Tx,
  order: WorkOrderRow,
  work: WorkOrderWorkRow | undefined,
  templateId: string | null,
): Promise<OrderPoints | null> {
  if (templateId === null) return null;
  const own = await pointsOf(db, order, work);
  if (own?.templateId === templateId) return own;
  const template = await templateFor(db, templateId, order.companyId);
  if (!template || template.deletedAt !== null) throw new Refusal('notFound');
  return pointsOfTemplate(template);
}

/** Refuses answers without a point or of another kind, and pictures that do not belong to the order. */
export async function checkSave(db: Tx, points: OrderPoints | null, { id, answers, signature }: Save) {
  const rows = await db
    .select({ id: workOrderPictures.id, kind: workOrderPictures.kind })
    .from(workOrderPictures)
    .where(and(eq(workOrderPictures.orderId, id), visible(db, workOrderPictures)));
  const kinds = new Map(rows.map((row) => [row.id, row.kind]));
  const items = new Map(points?.items.map((item) => [item.id, item]));
  for (const [place, { itemId, value }] of answers.entries()) {
    const item = items.get(itemId);
    if (!item) throw wrongField(`answers.${place}.itemId`, 'NO_SUCH_CHECK');
    if (!fitsKind(item.kind, value)) throw wrongField(`answers.${place}.value`, 'WRONG_ANSWER');
    if (Array.isArray(value) && value.some((each) => !kinds.has(each)))
      throw wrongField(`answers.${place}.value`, 'NO_SUCH_PICTURE');
  }
  if (signature?.pictureId && kinds.get(signature.pictureId) !== 'SIGNATURE')
    throw wrongField('signature.pictureId', 'NO_SUCH_PICTURE');
}
