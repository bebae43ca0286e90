import { devices } from '../../../entities/devices/device-table.ts';
import { writeRecord } from '../../../entities/service/maintenance-record-service.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { find } from '../../../platform/db/page.ts';
import { changeWorkOrder } from '../orders/work-order-change-service.ts';
import { readReadings } from './device-readings.ts';
import { completed, storeDues } from './due-service.ts';
import { maintenanceDues, maintenancePlans } from './maintenance-plan-table.ts';

/** Withdraws the open order of a time that is left out. Its planned record becomes skipped. */
async function withdraw(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const { db, now, account, services } = ctx;
  const at = now().toISOString();
  const { state } = await find(db, workOrders, orderId);
  // The job ends the time of a resolved order by itself.
  if (state === 'RESOLVED') return;
  await changeWorkOrder({ db, bus: services.bus, now, by: account }, orderId, {
    from: ['SUBMITTED', 'PROCESSING'],
    changes: {
      state: 'RESOLVED',
      resolution: 'WITHDRAWN',
      resolutionText: reason,
      resolvedAt: at,
      resolvedById: account.id,
      waitingFor: null,
      waitingSince: null,
      verification: 'NOT_POSSIBLE',
      verificationObstacle: 'NOTHING_REPAIRED',
    },
    event: { kind: 'RESOLVED', text: reason, changes: { resolution: 'WITHDRAWN' } },
  });
}

/** Leaves one time of a robot out, with a record that says why. */
export async function skipDue(ctx: Ctx, id: string, reason: string): Promise<void> {
  const { db, now, account } = ctx;
  const due = await find(db, maintenanceDues, id, { lock: true });
  // A plan of a company above is not the caller's to skip.
  const plan = await find(db, maintenancePlans, due.planId);
  const device = await find(db, devices, due.deviceId);
  const at = now().toISOString();
  if (due.orderId !== null) await withdraw(ctx, due.orderId, reason);
  else
    await writeRecord(db, {
      companyId: due.companyId,
      deviceId: due.deviceId,
      at,
      type: plan.type,
      state: 'SKIPPED',
      source: 'ORDER',
      content: `${plan.name}: ${reason}`,
      byId: account.id,
      cause: `due:${due.id}:${due.cycle}`,
    });
  // Days under an earlier company are part of the meters.
  const readings = await asSystem(db, (all) => readReadings(all, [device], { now: now(), withParts: false }));
  await storeDues(db, [completed(due, plan, readings(due.deviceId), at)]);
}
