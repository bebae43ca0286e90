import { deviceBindingCalls } from '@sweepline/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { readDevice } from '../../devices/devices/device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { destinationOf } from '../../../entities/work/run-request.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { changeBinding, settleBinding, type BindingChange, type DeviceRow } from './binding-service.ts';
import { changeSerial } from './serial-change.ts';
import { countRows } from '../../../entities/devices/device-rows.ts';
import { unbindings } from '../../../entities/devices/unbinding-table.ts';

const openRuns = ['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const;

const changeOf = ({ services, now, account }: Ctx, tx: Tx): BindingChange => ({
  tx,
  bus: services.bus,
  now,
  by: account.username,
});

/** A device is not unfrozen by companies below the one that froze it, nor after the end of its use. */
function checkUnfreeze({ account, now }: Ctx, { freezeCompanyId, usableUntil }: DeviceRow): void {
  if (usableUntil !== null && Date.parse(usableUntil) <= now().getTime()) throw new Refusal('deviceExpired');
  const { scope } = account;
  if (freezeCompanyId !== null && scope !== '*' && !scope.includes(freezeCompanyId))
    throw new Refusal('frozenAbove');
}

/** The open run of the device, read just before the unbinding. */
async function openRunOf(db: Tx, deviceId: string) {
  const [run] = await db
    .select({ id: runs.id, name: runs.name, kind: runs.kind, plan: runs.plan })
    .from(runs)
    .where(and(eq(runs.deviceId, deviceId), inArray(runs.state, [...openRuns])))
    .limit(1);
  return run ? { id: run.id, name: run.name, kind: run.kind, drivesTo: destinationOf(run) } : null;
}

/**
 * Starts an unbinding, or completes a pending one without the robot. One transaction, so that of two concurrent calls
 * the second is refused.
 */
async function unbind(ctx: Ctx, db: Tx, id: string, reachable: boolean, withoutRobot: boolean) {
  const device = await find(db, devices, id, { lock: true });
  const completesPending = device.binding === 'UNBINDING' && withoutRobot;
  if (device.binding === 'NOT_ACTIVATED') throw new Refusal('notActivated');
  if (!reachable && !withoutRobot && device.binding !== 'UNBINDING') throw new Refusal('unbindUnreached');
  const change = changeOf(ctx, db);
  if (!completesPending) await changeBinding(change, device, 'UNBIND');
  // A reachable robot is always asked first. A pending unbinding is completed without it.
  if (reachable && !completesPending) return;
  await settleBinding(change, await find(db, devices, id), { withoutRobot: true });
}

/** The device after an unbinding, with the receipt once it is complete. */
const readUnbound = (ctx: Ctx, id: string) =>
  inShortTransaction(ctx, async (db) => {
    const device = await readDevice(db, id);
    const [receipt] = await db
      .select()
      .from(unbindings)
      .where(eq(unbindings.deviceId, id))
      .orderBy(desc(unbindings.at))
      .limit(1);
    return { device, receipt: device.binding === 'NOT_ACTIVATED' ? (receipt ?? null) : null };
  });

export const deviceBindingAnswers = ({ robots }: { robots: Robots }) => {
  const isReachable = async (id: string) => (await robots.live(id))?.connection.state === 'ONLINE';
  const readCurrent = (ctx: Ctx, id: string) => inShortTransaction(ctx, (db) => readDevice(db, id));
  // The row is the intent: a restarted server carries it out.
  const changed = fromChanged(devices, (ctx: Ctx, { id }: { id: string }) => readCurrent(ctx, id));

  return answer(deviceBindingCalls, {
    freeze: withoutTransaction(async (ctx, { id, reason }) => {
      await inShortTransaction(ctx, async (db) => {
        const device = await find(db, devices, id, { lock: true });
        await changeBinding(changeOf(ctx, db), device, 'FREEZE', {
          freezeCause: 'PERSON',
          freezeReason: reason,
          freezeCompanyId: ctx.account.companyId,
        });
      });
      await robots.binding.carryOut(id);
      return await readCurrent(ctx, id);
    }, changed),

    unfreeze: withoutTransaction(async (ctx, { id }) => {
      await inShortTransaction(ctx, async (db) => {
        const device = await find(db, devices, id, { lock: true });
        checkUnfreeze(ctx, device);
        await changeBinding(changeOf(ctx, db), device, 'UNFREEZE');
      });
      await robots.binding.carryOut(id);
      return await readCurrent(ctx, id);
    }, changed),

    unbindPreview: async ({ db }, { id }) => {
      const device = await find(db, devices, id);
      const { cleared, kept } = await asSystem(db, (all) => countRows(all, id));
      const own = [
        { what: 'SITE' as const, count: device.siteId === null ? 0 : 1 },
        { what: 'TAGS' as const, count: device.tags.length },
        { what: 'GROUPS' as const, count: device.groupId === null ? 0 : 1 },
      ];
      return {
        reachable: await isReachable(id),
        run: await openRunOf(db, id),
        cleared: [...cleared, ...own.filter(({ count }) => count > 0)],
        kept,
      };
    },

    unbind: withoutTransaction(
      async (ctx, { id, withoutRobot }) => {
        const reachable = await isReachable(id);
        await inShortTransaction(ctx, (db) => unbind(ctx, db, id, reachable, withoutRobot));
        await robots.binding.carryOut(id);
        return await readUnbound(ctx, id);
      },
      fromChanged(devices, (ctx, { id }) => readUnbound(ctx, id)),
    ),

    changeSn: (ctx, input) => changeSerial(ctx, input, robots),
  });
};
