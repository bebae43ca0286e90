import { deviceControlCalls, driveRules } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { passwordFits } from '../../../platform/runtime/passwords.ts';
import type { AttemptLimit, AttemptLimits } from '../../../platform/limits/rates/attempt-limits.ts';
import { growingPause } from '../../../platform/limits/rates/throttle.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { isInCar } from '../../../entities/places/elevator-ride-service.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { controlHashOf, grantOf } from './control-service.ts';
import { controlGrants } from '../../../entities/devices/control-table.ts';
import { requireControl, requireDrive, driveAccess } from './control-rights.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/** Rate limits of wrong passwords, per device and per account: one company password may apply to all devices. */
const guessLimit = (name: string, free: number): AttemptLimit => {
  const [firstMs, maxMs, resetMs] = [2_000, 15 * 60_000, 24 * 3_600_000];
  return { name, policy: growingPause({ free, firstMs, maxMs, resetMs }), keepMs: resetMs };
};
const guessesOfDevice = guessLimit('control passwords of a device', 3);
const guessesOfAccount = guessLimit('control passwords of an account', 10);

interface Needs {
  robots: Pick<Robots, 'drives'>;
  attempts: AttemptLimits;
}

const driverOf = ({ account: { id, nickname } }: Ctx) => ({ accountId: id, name: nickname });

export const deviceControlAnswers = ({ robots, attempts }: Needs) =>
  answer(deviceControlCalls, {
    standing: async ({ db, account, now }, { id }) => {
      const { device, right } = await driveAccess(db, account, id, now);
      return await asSystem(db, async (all) => ({
        right,
        mayTakeOver: right === 'COMPANY' && (await readDriver(all, account.id)).isAdministrator,
        supported: can(device, 'drive'),
        password: (await controlHashOf(all, device)) !== undefined,
        grantedUntil: (await grantOf(all, account.sessionId, id, now))?.validUntil ?? null,
        status: await withCallRefusals(robots.drives.status(id)),
      }));
    },

    unlock: withoutTransaction(async (ctx, { id, password }) => {
      const { account, now } = ctx;
      const hash = await inShortTransaction(ctx, async (db) => {
        const device = await requireControl(db, account, id, now);
        return await asSystem(db, (all) => controlHashOf(all, device));
      });
      if (!hash) throw new Refusal('noControlPassword');
      const ofDevice = { limit: guessesOfDevice, key: `${account.id} ${id}` };
      const ofAccount = { limit: guessesOfAccount, key: account.id };
      // Counted before the check, so that concurrent attempts cannot bypass the limit.
      const waitMs = await attempts.count([ofDevice, ofAccount]);
      if (waitMs > 0)
        throw new Refusal('waitToUnlock', { words: { seconds: String(Math.ceil(waitMs / 1000)) } });
      if (!(await passwordFits(hash, password))) throw new Refusal('controlPassword');
      await attempts.succeeded([ofDevice]);
      await attempts.undo([ofAccount]);
      return { until: await grant(ctx, id, hash) };
    }, carryOutAgain),

    open: withoutTransaction(async (ctx, { id, maxV, reason, takeOver }) => {
      const { account, now } = ctx;
      const { right, vehicle, company } = await inShortTransaction(ctx, async (db) => {
        const driver = await requireDrive(db, account, id, now);
        const { byRight, device } = driver;
        return await asSystem(db, async (all) => {
          if (!(await grantOf(all, account.sessionId, id, now))) throw new Refusal('controlLocked');
          // A hand at the wheel would fight with the car and its door.
          if (await isInCar(all, id)) throw new Refusal('robotRides');
          const { isAdministrator, company: name } = await readDriver(all, account.id);
          if (takeOver && !(byRight === 'COMPANY' && isAdministrator)) throw new Refusal('forbidden');
          return { right: byRight, vehicle: device, company: name };
        });
      });
      if (!can(vehicle, 'drive')) throw new Refusal('notSupported');
      if (takeOver && reason === '') throw wrongField('reason', 'REASON_MISSING');
      const login = account.sessionId;
      const request = {
        deviceId: id,
        who: driverOf(ctx),
        company,
        login,
        byRight: right,
        reason,
        maxV,
        force: takeOver,
      };
      const opened = await withCallRefusals(robots.drives.open(request));
      if ('taken' in opened) throw new Refusal('controlTaken', { words: { who: opened.taken.name } });
      return { sessionId: opened.sessionId, maxV, maxW: driveRules.maxW };
    }, carryOutAgain),

    ask: async (ctx, { id }) => {
      const { db, account, now } = ctx;
      await requireDrive(db, account, id, now);
      const granted = await asSystem(db, (all) => grantOf(all, account.sessionId, id, now));
      if (!granted) throw new Refusal('controlLocked');
      await withCallRefusals(robots.drives.ask(id, driverOf(ctx)));
      return {};
    },

    handOver: withoutTransaction(async (ctx, { id, accountId }) => {
      const { account, now } = ctx;
      await inShortTransaction(ctx, (db) => requireDrive(db, account, id, now));
      await withCallRefusals(robots.drives.handOver(id, account.sessionId, accountId));
      return {};
    }, carryOutAgain),

    close: withoutTransaction(async (ctx, { id, resume }) => {
      const { account, now } = ctx;
      // A driver without the right may still close the session.
      await inShortTransaction(ctx, (db) => driveAccess(db, account, id, now));
      await withCallRefusals(robots.drives.close(id, account.sessionId, resume));
      return {};
    }, carryOutAgain),
  });

/** Company administrators and super admins may take over a drive session. The company is stored with the session. */
async function readDriver(all: Ctx['db'], accountId: string) {
  const [row] = await all
    .select({ type: accounts.roleType, company: companies.name })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(eq(accounts.id, accountId));
  return { isAdministrator: row !== undefined && row.type <= 2, company: row?.company ?? '' };
}

/** Grants control for this session. The password may have changed during the check of the old one. */
async function grant(ctx: Ctx, deviceId: string, hash: string): Promise<string> {
  const { account, now } = ctx;
  return await inShortTransaction(ctx, async (db) => {
    const device = await requireControl(db, account, deviceId, now);
    if ((await asSystem(db, (all) => controlHashOf(all, device))) !== hash)
      throw new Refusal('controlPassword');
    const validUntil = new Date(now().getTime() + driveRules.grantMs).toISOString();
    const row = {
      companyId: account.companyId,
      accountId: account.id,
      sessionId: account.sessionId,
      deviceId,
    };
    await db
      .insert(controlGrants)
      .values({ ...row, validUntil })
      .onConflictDoUpdate({
        target: [controlGrants.sessionId, controlGrants.deviceId],
        set: { validUntil },
      });
    return validUntil;
  });
}
