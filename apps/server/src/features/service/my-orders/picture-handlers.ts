import {
  orderPictureLimits,
  permissions,
  pictureFields,
  workOrderPictureCalls,
  type Input,
} from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { workOrderWorks } from '../../../entities/service/work-order-work-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { storeFile } from '../../../platform/files/files.ts';
import type { Picture } from '../../../platform/files/picture.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { encodeOrderPicture } from '../orders/order-picture-service.ts';
import { changeWorkOrder } from '../orders/work-order-change-service.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

type Calls = typeof workOrderPictureCalls;

const writerOf = ({ db, services, now, account }: Ctx) => ({ db, bus: services.bus, now, by: account });

const ofOrder = (db: Tx, orderId: string) =>
  and(eq(workOrderPictures.orderId, orderId), visible(db, workOrderPictures));

const readPictures = (db: Tx, orderId: string, clientId?: string) =>
  db
    .select({
      id: workOrderPictures.id,
      kind: workOrderPictures.kind,
      file: workOrderPictures.fileId,
      width: workOrderPictures.width,
      height: workOrderPictures.height,
      at: workOrderPictures.at,
    })
    .from(workOrderPictures)
    .where(
      and(
        ofOrder(db, orderId),
        clientId === undefined ? undefined : eq(workOrderPictures.clientId, clientId),
      ),
    )
    .orderBy(asc(workOrderPictures.at), asc(workOrderPictures.place), asc(workOrderPictures.id));

async function encodeAll(uploads: Uploads): Promise<Picture[]> {
  const fields = pictureFields.filter((field) => uploads.has(field));
  if (fields.length === 0) uploadOf(uploads, pictureFields[0]!);
  const pictures: Picture[] = [];
  // One after the other: a decoded picture takes a hundred megabytes.
  for (const field of fields) pictures.push(await encodeOrderPicture(field, uploadOf(uploads, field)));
  return pictures;
}

async function add(ctx: Ctx, { id, kind, clientId }: Input<Calls['addPictures']>, uploads: Uploads) {
  const { db, services, now, account } = ctx;
  if (kind !== 'FAULT' && !hasPermission(account, permissions.orderWork)) throw new Refusal('forbidden');
  await find(db, workOrders, id);
  const pictures = await encodeAll(uploads);
  // Locked, so that the same upload sent twice at once waits for its own result.
  const order = await find(db, workOrders, id, { lock: true });
  const { companyId } = order;
  const stored = await readPictures(db, id, clientId);
  if (stored.length > 0) return { pictures: stored };
  const max = orderPictureLimits.perOrder;
  if ((await counted(db, workOrderPictures, ofOrder(db, id))) + pictures.length > max)
    throw wrongField(pictureFields[0]!, 'PICTURES_FULL', { max });
  await changeWorkOrder(writerOf(ctx), id, {
    from: ['SUBMITTED', 'PROCESSING'],
    event: {
      kind: kind === 'FAULT' ? 'CHANGED' : 'WORKED',
      changes: { pictures: `+${pictures.length}` },
    },
  });
  const about = { companyId, orderId: id, kind, at: now().toISOString(), byId: account.id, clientId };
  const number = await fullOrderNumber(db, order);
  for (const [place, { content, mediaType, width, height }] of pictures.entries()) {
    const file = { companyId, kind: 'WORK_ORDER_PICTURE', name: `${number}-${kind}`, mediaType, content };
    const { id: fileId } = await storeFile(db, services.files, now, file);
    await db.insert(workOrderPictures).values({ id: newId(), ...about, fileId, width, height, place });
  }
  return { pictures: await readPictures(db, id, clientId) };
}

/** Whether the work refers to a picture: as an answer, or as the signature. */
async function isInWork(db: Tx, orderId: string, pictureId: string): Promise<boolean> {
  const [work] = await db
    .select()
    .from(workOrderWorks)
    .where(and(eq(workOrderWorks.orderId, orderId), visible(db, workOrderWorks)));
  if (!work) return false;
  return (
    work.signaturePictureId === pictureId ||
    work.answers.some(({ value }) => Array.isArray(value) && value.includes(pictureId))
  );
}

async function remove(ctx: Ctx, { id, pictureId }: Input<Calls['removePicture']>) {
  const { db, account } = ctx;
  await find(db, workOrders, id, { lock: true });
  const picture = await find(db, workOrderPictures, pictureId);
  if (picture.orderId !== id) throw new Refusal('notFound');
  if (picture.byId !== account.id) throw wrongField('pictureId', 'NOT_UPLOADER');
  if (await isInWork(db, id, pictureId)) throw wrongField('pictureId', 'PICTURE_IN_USE');
  await changeWorkOrder(writerOf(ctx), id, {
    from: ['SUBMITTED', 'PROCESSING'],
    event: { kind: 'CHANGED', changes: { pictures: '-1' } },
  });
  await db.delete(workOrderPictures).where(and(eq(workOrderPictures.id, pictureId), ofOrder(db, id)));
  return { pictures: await readPictures(db, id) };
}

export const pictureAnswers = answer(workOrderPictureCalls, { addPictures: add, removePicture: remove });
