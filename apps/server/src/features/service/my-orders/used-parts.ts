import type { Input, workOrderWorkCalls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { spareParts } from '../../../entities/stock/spare-part-table.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { workOrderLabours, workOrderParts } from '../../../entities/service/work-order-work-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

type Save = Input<typeof workOrderWorkCalls.saveWork>;

/** Stores the used parts: those that stay keep their reset. Refuses a part that the caller does not see. Returns whether they changed. */
export async function storeParts(
  { db, now }: Ctx,
  { id: orderId, companyId }: Pick<WorkOrderRow, 'id' | 'companyId'>,
  parts: Save['parts'],
): Promise<boolean> {
  const ofOrder = and(eq(workOrderParts.orderId, orderId), visible(db, workOrderParts));
  const before = new Map(
    (await db.select().from(workOrderParts).where(ofOrder)).map((row) => [row.partId, row]),
  );
  const added = parts.filter(({ partId }) => !before.has(partId)).map(({ partId }) => partId);
  // Without `visible`: the RLS policy lets a company read the parts of the provider above it.
  const known = new Map(
    (
      await db
        .select()
        .from(spareParts)
        .where(and(inValues(spareParts.id, added), visibleOrInherited(db, spareParts)))
    ).map((row) => [row.id, row]),
  );
  const at = now().toISOString();
  let isChanged = parts.length !== before.size;
  for (const { partId, quantity } of parts) {
    const own = before.get(partId);
    if (own?.quantity === quantity) continue;
    isChanged = true;
    if (own) await db.update(workOrderParts).set({ quantity }).where(eq(workOrderParts.id, own.id));
    else {
      const part = known.get(partId);
      if (!part) throw new Refusal('notFound');
      const { number, name, consumable } = part;
      await db
        .insert(workOrderParts)
        .values({ orderId, companyId, partId, number, name, consumable, quantity, at });
    }
  }
  const left = new Set(parts.map(({ partId }) => partId));
  const dropped = [...before.values()].filter(({ partId }) => !left.has(partId)).map(({ id }) => id);
  if (dropped.length > 0) await db.delete(workOrderParts).where(inValues(workOrderParts.id, dropped));
  return isChanged;
}

/** Stores the labour of the caller. The rows belong to the caller's company, which may be outside its own tenant scope. */
export async function storeLabour({ db, now, account }: Ctx, orderId: string, minutes: number | null) {
  const own = and(eq(workOrderLabours.orderId, orderId), eq(workOrderLabours.byId, account.id));
  await asSystem(db, async (all) => {
    if (minutes === null) return await all.delete(workOrderLabours).where(own);
    const row = { minutes, at: now().toISOString(), companyId: account.companyId };
    return await all
      .insert(workOrderLabours)
      .values({ orderId, byId: account.id, ...row })
      .onConflictDoUpdate({
        target: [workOrderLabours.orderId, workOrderLabours.byId],
        set: row,
      });
  });
}
