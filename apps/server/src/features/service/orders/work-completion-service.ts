import { fieldReason, isAnswered, type FieldReason, type WorkOrderResolution } from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { pointsOf } from '../../../entities/service/checklist-service.ts';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { workOrderWorks } from '../../../entities/service/work-order-work-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible } from '../../../platform/db/page.ts';

/** Refuses a resolution while the checklist of the order misses a required point, a picture of the work or the signature. */
export async function checkWorkComplete(
  db: Tx,
  order: WorkOrderRow,
  resolution: WorkOrderResolution,
): Promise<void> {
  if (resolution === 'WITHDRAWN' || resolution === 'DUPLICATE') return;
  const [work] = await db
    .select()
    .from(workOrderWorks)
    .where(and(eq(workOrderWorks.orderId, order.id), visible(db, workOrderWorks)));
  const points = await pointsOf(db, order, work);
  if (!points) return;
  const values = new Map(work?.answers.map(({ itemId, value }) => [itemId, value]));
  const fields: Record<string, FieldReason> = {};
  for (const { id, required, text } of points.items)
    if (required && !isAnswered(values.get(id)))
      fields[`answers.${id}`] = fieldReason('CHECK_MISSING', { point: text });
  if (points.requiresPhoto && (await countWorkPictures(db, order.id)) === 0)
    fields['pictures'] = fieldReason('WORK_PHOTO_MISSING');
  if (points.requiresSignature && !work?.signatureName)
    fields['signature'] = fieldReason('SIGNATURE_MISSING');
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields });
}

const countWorkPictures = (db: Tx, orderId: string) =>
  counted(
    db,
    workOrderPictures,
    and(
      eq(workOrderPictures.orderId, orderId),
      inArray(workOrderPictures.kind, ['WORK', 'CHECK']),
      visible(db, workOrderPictures),
    ),
  );
