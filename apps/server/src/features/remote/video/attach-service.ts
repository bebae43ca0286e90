import { orderPictureLimits } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import type { videoSnapshots } from '../../../entities/remote/video-table.ts';
import { attachedSnapshots } from '../../../entities/work/attached-snapshot-table.ts';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { findFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { changeWorkOrder } from '../../service/orders/work-order-change-service.ts';
import type { OrderWriter } from '../../service/orders/work-order-create-service.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

type Snapshot = typeof videoSnapshots.$inferSelect;

interface Attached {
  to: { alarmId: string } | { runId: string };
  at: string;
  by: { id: string; name: string };
}

/** Attaches a snapshot to an alarm or a run, once. */
export async function attachTo(db: Tx, snapshot: Snapshot, { to, at, by }: Attached): Promise<void> {
  const { companyId, fileId, camera, takenAt, viewer, company } = snapshot;
  const taken = { companyId, fileId, camera, takenAt, viewer, company };
  const attached = { attachedAt: at, attachedById: by.id, attachedBy: by.name };
  await db
    .insert(attachedSnapshots)
    .values({ ...taken, ...attached, ...to })
    .onConflictDoNothing();
}

/** Adds a picture to an order, with a file of its own. Its upload is named by the snapshot, so that it is added once. */
export async function addToOrder(writer: OrderWriter, snapshot: Snapshot, orderId: string): Promise<void> {
  const { db, now, by } = writer;
  const order = await find(db, workOrders, orderId, { lock: true });
  const { companyId } = order;
  const ofOrder = and(eq(workOrderPictures.orderId, orderId), visible(db, workOrderPictures));
  const same = and(ofOrder, eq(workOrderPictures.clientId, snapshot.id));
  if ((await counted(db, workOrderPictures, same)) > 0) return;
  const max = orderPictureLimits.perOrder;
  if ((await counted(db, workOrderPictures, ofOrder)) >= max)
    throw wrongField('id', 'PICTURES_FULL', { max });
  await changeWorkOrder(writer, orderId, {
    from: ['SUBMITTED', 'PROCESSING'],
    event: { kind: 'CHANGED', changes: { pictures: '+1' } },
  });
  const at = now().toISOString();
  const number = await fullOrderNumber(db, order);
  const file = await findFile(db, snapshot.fileId);
  const own = { id: newId(), kind: 'WORK_ORDER_PICTURE', name: `${number}-FAULT`, createdAt: at };
  await db.insert(storedFiles).values({ ...file, ...own });
  const { width, height, id: clientId } = snapshot;
  const about = { companyId, orderId, kind: 'FAULT' as const, at, byId: by?.id ?? null, clientId };
  await db.insert(workOrderPictures).values({ ...about, fileId: own.id, width, height });
}
