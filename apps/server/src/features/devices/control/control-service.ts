import { z } from 'zod';
import { createChannel } from '../../../platform/socket/bus.ts';
import { permissions, type DriveRight } from '@sweepline/contract';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { accountById } from '../../../entities/people/account-service.ts';
import { blockedReason } from '../../people/auth/account-status-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { shareOf } from './share-service.ts';
import { controlGrants, controlPasswords } from '../../../entities/devices/control-table.ts';

/** Bus topic: a password, grant or share changed, and active drivers are checked again. */
export const controlChanged = createChannel('control.changed', z.object({}));

type Device = Pick<typeof devices.$inferSelect, 'id' | 'companyId'>;
export type DriverRights = Pick<Account, 'id' | 'superAdmin' | 'permissionCodes' | 'scope'>;

/** The right by which an account may drive a device, null without one. The transaction must see all companies. */
export async function driveRightOf(
  all: Tx,
  who: DriverRights,
  { id, companyId }: Device,
  now: Clock,
): Promise<DriveRight | null> {
  const sees = who.scope === '*' || who.scope.includes(companyId);
  // `holds` reads only these properties of an account.
  if (sees && hasPermission(who as Account, permissions.deviceDrive)) return 'COMPANY';
  return (await shareOf(all, who.id, id, 'CONTROL', now().getTime())) ? 'SHARE' : null;
}

/** The password hash of a device: its own, else that of its company. */
export async function controlHashOf(all: Tx, { id, companyId }: Device): Promise<string | undefined> {
  const rows = await all
    .select()
    .from(controlPasswords)
    .where(
      and(
        eq(controlPasswords.companyId, companyId),
        or(eq(controlPasswords.deviceId, id), isNull(controlPasswords.deviceId)),
      ),
    );
  return (rows.find(({ deviceId }) => deviceId === id) ?? rows[0])?.passwordHash;
}

export async function grantOf(all: Tx, sessionId: string, deviceId: string, now: Clock) {
  const [grant] = await all
    .select()
    .from(controlGrants)
    .where(
      and(
        eq(controlGrants.sessionId, sessionId),
        eq(controlGrants.deviceId, deviceId),
        gt(controlGrants.validUntil, now().toISOString()),
      ),
    );
  return grant;
}

export interface Driver {
  accountId: string;
  /** The login session of the account. */
  sessionId: string;
  deviceId: string;
  companyId: string;
}

/** The rights of an account that is still signed in, and its device; undefined if one of them is gone. */
export async function presentRights(all: Tx, { accountId, sessionId, deviceId, companyId }: Driver) {
  const [session] = await all
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
  const [device] = await all.select().from(devices).where(eq(devices.id, deviceId));
  const user = await accountById(all, accountId);
  if (!session || !user || device?.binding !== 'ACTIVATED' || device.companyId !== companyId)
    return undefined;
  if (await blockedReason(all, user)) return undefined;
  const { account, company, permissionCodes } = user;
  const scope = await scopeOf(all, account, company);
  const rights: DriverRights = {
    id: accountId,
    superAdmin: account.roleType === 1,
    permissionCodes: new Set(permissionCodes ?? []),
    scope,
  };
  return { device, rights };
}

/**
 * Whether a driver may continue: signed in, grant, right and device are still valid. Checked every second, and after a
 * change of one of these.
 */
export const mayStillDrive = (db: Db, now: Clock, driver: Driver): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (all) => {
      const present = await presentRights(all, driver);
      if (!present || !(await grantOf(all, driver.sessionId, driver.deviceId, now))) return false;
      return (await driveRightOf(all, present.rights, present.device, now)) !== null;
    },
    { readOnly: true },
  );
