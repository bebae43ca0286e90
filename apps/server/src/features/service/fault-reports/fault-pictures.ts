import type { faultReportCalls, Input } from '@sweepline/contract';
import { and, eq, gt } from 'drizzle-orm';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { encodeOrderPicture } from '../orders/order-picture-service.ts';
import { changeWorkOrder } from '../orders/work-order-change-service.ts';
import { hashOf } from './fault-code-handlers.ts';
import { faultReports, faultTickets } from './fault-report-table.ts';
import { fullOrderNumber } from '../../../entities/service/work-order-number-service.ts';

/** The condition of a ticket that is not used and not expired. */
const valid = ({ now }: Ctx, ticket: string) =>
  and(eq(faultTickets.ticketHash, hashOf(ticket)), gt(faultTickets.expiresAt, now().toISOString()));

/** The company of a ticket. A used, an expired and an unknown one get the same refusal. */
const companyOf = (ctx: Ctx, ticket: string) =>
  inScope(
    ctx.services.db,
    '*',
    async (all) => {
      const [row] = await all.select().from(faultTickets).where(valid(ctx, ticket));
      if (!row) throw new Refusal('faultCodeGone');
      return row.companyId;
    },
    { readOnly: true },
  );

/** Stores a picture of a report. The ticket ends with it; a refused picture leaves it valid. */
export async function addPicture(
  ctx: Ctx,
  { ticket }: Input<(typeof faultReportCalls)['picture']>,
  uploads: Uploads,
) {
  const { services, now } = ctx;
  // Checked before the picture is decoded, which is slow.
  const companyId = await companyOf(ctx, ticket);
  const { content, mediaType, width, height } = await encodeOrderPicture(
    'picture',
    uploadOf(uploads, 'picture'),
  );
  await inScope(services.db, [companyId], async (tx) => {
    const [used] = await tx.delete(faultTickets).where(valid(ctx, ticket)).returning();
    if (!used) throw new Refusal('faultCodeGone');
    const [report] = await tx
      .select({ order: workOrders })
      .from(faultReports)
      .innerJoin(workOrders, eq(workOrders.id, faultReports.orderId))
      .where(eq(faultReports.id, used.reportId));
    const { id: orderId } = report!.order;
    const number = await fullOrderNumber(tx, report!.order);
    const file = { companyId, kind: 'WORK_ORDER_PICTURE', name: `${number}-FAULT`, mediaType, content };
    const { id: fileId } = await storeFile(tx, services.files, now, file);
    const about = { companyId, orderId, kind: 'FAULT' as const, at: now().toISOString(), clientId: newId() };
    await tx.insert(workOrderPictures).values({ ...about, fileId, width, height });
    await changeWorkOrder({ db: tx, bus: services.bus, now, by: null }, orderId, {
      event: { kind: 'CHANGED', changes: { pictures: '+1' } },
    });
  });
  return {};
}
