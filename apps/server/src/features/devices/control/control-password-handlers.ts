import { controlPasswordCalls } from '@sweepline/contract';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { find } from '../../../platform/db/page.ts';
import { hashPassword } from '../../../platform/runtime/passwords.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { fromChanged } from '../../../platform/calls/recoveries.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { controlChanged } from './control-service.ts';
import { controlGrants, controlPasswords } from '../../../entities/devices/control-table.ts';

const readBoth = async (db: Tx, id: string) => {
  const device = await find(db, devices, id);
  const rows = await db
    .select()
    .from(controlPasswords)
    .where(
      and(
        eq(controlPasswords.companyId, device.companyId),
        or(eq(controlPasswords.deviceId, id), isNull(controlPasswords.deviceId)),
      ),
    );
  return {
    device,
    own: rows.find(({ deviceId }) => deviceId === id) ?? null,
    common: rows.find(({ deviceId }) => deviceId === null) ?? null,
  };
};

/** Revokes the grants of the old password for its devices. */
async function revokeGrants({ services }: Ctx, db: Tx, deviceIds: readonly string[]) {
  if (deviceIds.length > 0)
    await asSystem(db, (all) =>
      all.delete(controlGrants).where(inArray(controlGrants.deviceId, [...deviceIds])),
    );
  db.afterCommit(() => services.bus.publish(controlChanged, {}));
}

/** Devices of a company without their own password. */
async function devicesWithoutOwn(db: Tx, companyId: string): Promise<string[]> {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(controlPasswords, eq(controlPasswords.deviceId, devices.id))
    .where(and(eq(devices.companyId, companyId), isNull(controlPasswords.id)));
  return rows.map(({ id }) => id);
}

export const controlPasswordAnswers = answer(controlPasswordCalls, {
  detail: async ({ db }, { id }) => {
    const { device, own, common } = await readBoth(db, id);
    const [company] = await db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies.id, device.companyId));
    return { device: own, company: common, companyName: company?.name ?? '' };
  },

  update: withoutTransaction(
    async (ctx, { id, scope, password }) => {
      const { account, now } = ctx;
      // Checked first, so that no hash is computed for a device outside the scope.
      await inShortTransaction(ctx, (db) => find(db, devices, id));
      const passwordHash = await hashPassword(password);
      await inShortTransaction(ctx, async (db) => {
        const { companyId } = await find(db, devices, id, { lock: true });
        const { own, common } = await readBoth(db, id);
        const existing = scope === 'DEVICE' ? own : common;
        const change = { passwordHash, changedAt: now().toISOString(), changedBy: account.username };
        if (existing)
          await db.update(controlPasswords).set(change).where(eq(controlPasswords.id, existing.id));
        else {
          const deviceId = scope === 'DEVICE' ? id : null;
          // Deletes the password of an earlier owner of the device.
          if (deviceId)
            await asSystem(db, (all) =>
              all.delete(controlPasswords).where(eq(controlPasswords.deviceId, deviceId)),
            );
          await db.insert(controlPasswords).values({ id: newId(), companyId, deviceId, ...change });
        }
        await revokeGrants(ctx, db, scope === 'DEVICE' ? [id] : await devicesWithoutOwn(db, companyId));
      });
      return {};
    },
    fromChanged(controlPasswords, async () => ({})),
  ),

  remove: async (ctx, { id }) => {
    const { db } = ctx;
    const { own } = await readBoth(db, id);
    if (!own) throw new Refusal('notFound');
    await db.delete(controlPasswords).where(eq(controlPasswords.id, own.id));
    await revokeGrants(ctx, db, [id]);
    return {};
  },
});
