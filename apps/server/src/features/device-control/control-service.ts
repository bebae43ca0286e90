import { permissions, type DriveRight } from '@sweepline/contract';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { holds, type Account } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { accountById } from '../accounts/account-service.ts';
import { blockedReason } from '../auth/account-status-service.ts';
import { sessions } from '../auth/session-table.ts';
import { scopeOf } from '../companies/company-service.ts';
import { devices } from '../devices/device-table.ts';
import { shareOf } from '../device-shares/share-service.ts';
import { controlGrants, controlPasswords } from './control-table.ts';

/** On the bus: a password, a grant or a share changed, and whoever drives is looked at again. */
export const controlChanged = 'control.changed';

type Device = Pick<typeof devices.$inferSelect, 'id' | 'companyId'>;
type Who = Pick<Account, 'id' | 'superAdmin' | 'held' | 'scope'>;

/** By which right somebody may drive a device; null when by none. Asked beyond the fence. */
export async function driveRightOf(
  all: Tx,
  who: Who,
  { id, companyId }: Device,
  now: Clock,
): Promise<DriveRight | null> {
  const sees = who.scope === '*' || who.scope.includes(companyId);
  // `holds` looks at nothing of an account but these.
  if (sees && holds(who as Account, permissions.deviceDrive)) return 'COMPANY';
  return (await shareOf(all, who.id, id, 'CONTROL', now().getTime())) ? 'SHARE' : null;
}

/** The password that counts for a device: its own, else its company's. */
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

interface Driver {
  accountId: string;
  /** The account's. */
  sessionId: string;
  deviceId: string;
  companyId: string;
}

/**
 * Whether somebody who drives may go on: signed in, the password still the one they gave, the role or the share still there, the
 * device still their company's and in use. Asked every second, and whenever one of these may have changed.
 */
export const mayStillDrive = (db: Db, now: Clock, driver: Driver): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (all) => {
      const { accountId, sessionId, deviceId, companyId } = driver;
      const [session] = await all
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
      const [device] = await all.select().from(devices).where(eq(devices.id, deviceId));
      const known = await accountById(all, accountId);
      if (!session || !known || device?.binding !== 'ACTIVATED' || device.companyId !== companyId)
        return false;
      if (await blockedReason(all, known)) return false;
      if (!(await grantOf(all, sessionId, deviceId, now))) return false;
      const { account, company, held } = known;
      const scope = await scopeOf(all, account, company);
      const who = { id: accountId, superAdmin: account.roleType === 1, held: new Set(held ?? []), scope };
      return (await driveRightOf(all, who, device, now)) !== null;
    },
    { readOnly: true },
  );
