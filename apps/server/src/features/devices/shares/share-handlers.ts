import {
  deviceShareCalls,
  maxShareAheadDays,
  permissions,
  shareDays,
  type ShareRight,
  type DeviceShare,
  type Input,
} from '@sweepline/contract';
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { find, visible } from '../../../platform/db/page.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { growingPause } from '../../../platform/limits/rates/throttle.ts';
import { accountByName } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';
import { controlChanged } from '../control/control-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { ShareRow } from '../control/share-service.ts';
import { deviceShares } from '../../../entities/devices/share-table.ts';

const dayMs = 86_400_000;
/** Rate limit of lookups of unknown usernames per account, against enumeration. */
export const createShareLookupLimits = (createLimit: CreateLimit) =>
  createLimit('share lookups', growingPause({ free: 20, firstMs: 2_000, maxMs: 5 * 60_000 }));
export type ShareLookups = ReturnType<typeof createShareLookupLimits>;

/** The names of a receiver for this caller: the display name of a person of a foreign company is not disclosed. */
const namesFor = (
  { scope }: Tx,
  {
    username,
    nickname,
    companyId,
  }: Pick<typeof accounts.$inferSelect, 'username' | 'nickname' | 'companyId'>,
) => ({ username, nickname: scope === '*' || scope.includes(companyId) ? nickname : null });

/** The account of an exact username, of any company. One that cannot sign in is answered as missing. */
async function findReceiver(db: Tx, { account }: Ctx, username: string, lookups: ShareLookups) {
  const waitMs = lookups.waitMs(account.id);
  if (waitMs > 0) throw new Refusal('waitToUnlock', { words: { seconds: String(Math.ceil(waitMs / 1000)) } });
  const user = await asSystem(db, (all) => accountByName(all, username));
  if (!user || user.account.disabled || (await isFrozen(db, user.company.path))) {
    lookups.use(account.id);
    throw wrongField('username', 'NO_SUCH_ACCOUNT');
  }
  if (user.account.id === account.id) throw wrongField('username', 'OWN_ACCOUNT');
  return user.account;
}

/** The end of a share: a number of days from now, the given time, or none. */
function endOf({ term, endsAt }: Input<typeof deviceShareCalls.create>, nowMs: number): string | null {
  if (term === 'PERMANENT') return null;
  if (term !== 'CUSTOM') return new Date(nowMs + shareDays[term] * dayMs).toISOString();
  if (!endsAt || Date.parse(endsAt) <= nowMs) throw wrongField('endsAt', 'NOT_IN_FUTURE');
  if (Date.parse(endsAt) > nowMs + maxShareAheadDays * dayMs) throw wrongField('endsAt', 'TOO_FAR_AHEAD');
  return endsAt;
}

const stateOf = ({ revokedAt, endsAt }: ShareRow, nowMs: number): DeviceShare['state'] => {
  if (revokedAt) return 'REVOKED';
  return endsAt && Date.parse(endsAt) <= nowMs ? 'EXPIRED' : 'ACTIVE';
};

const shareOfRow = (
  row: ShareRow,
  receiver: Pick<DeviceShare, 'username' | 'nickname'>,
  now: Clock,
): DeviceShare => ({
  ...row,
  ...receiver,
  state: stateOf(row, now().getTime()),
});

/** Ends shares immediately: active drivers stop, and live messages end. */
async function revokeShares(tx: Tx, { db, account, now, services }: Ctx, which: SQL | undefined) {
  const change = { revokedAt: now().toISOString(), revokedBy: account.username };
  await tx
    .update(deviceShares)
    .set(change)
    .where(and(which, isNull(deviceShares.revokedAt)));
  db.afterCommit(() => services.bus.publish(controlChanged, {}));
}

/** The permission whose effect a share grants. */
const permissionOfRight = {
  VIDEO: permissions.deviceVideo,
  CONTROL: permissions.deviceDrive,
} as const satisfies Record<ShareRight, string>;

export const deviceShareAnswers = ({ shareLookups: lookups }: { shareLookups: ShareLookups }) =>
  answer(deviceShareCalls, {
    list: async ({ db, now }, { deviceId }) => {
      await find(db, devices, deviceId);
      const rows = await db
        .select()
        .from(deviceShares)
        .where(and(visible(db, deviceShares), eq(deviceShares.deviceId, deviceId)))
        .orderBy(desc(deviceShares.createdAt), desc(deviceShares.id))
        .limit(200);
      // Receivers may be of any company. The sharing account has entered their usernames itself.
      const names = await asSystem(db, (all) =>
        all
          .selectDistinct({
            id: accounts.id,
            username: accounts.username,
            nickname: accounts.nickname,
            companyId: accounts.companyId,
          })
          .from(accounts)
          .innerJoin(deviceShares, eq(deviceShares.accountId, accounts.id))
          .where(eq(deviceShares.deviceId, deviceId)),
      );
      const byId = new Map(names.map((name) => [name.id, name]));
      return {
        list: rows.flatMap((row) => {
          const receiver = byId.get(row.accountId);
          return receiver ? [shareOfRow(row, namesFor(db, receiver), now)] : [];
        }),
      };
    },

    find: async (ctx, { deviceId, username }) => {
      await find(ctx.db, devices, deviceId);
      return namesFor(ctx.db, await findReceiver(ctx.db, ctx, username, lookups));
    },

    create: async (ctx, input) => {
      const { db, account, now } = ctx;
      const device = await find(db, devices, input.deviceId, { lock: true });
      // An account cannot share a right that it does not have.
      if (input.rights.some((right) => !hasPermission(account, permissionOfRight[right])))
        throw new Refusal('moreRights');
      const endsAt = endOf(input, now().getTime());
      const receiver = await findReceiver(db, ctx, input.username, lookups);
      const condition = and(eq(deviceShares.deviceId, device.id), eq(deviceShares.accountId, receiver.id));
      // Includes a share by an earlier owner of the device.
      await asSystem(db, (all) => revokeShares(all, ctx, condition));
      const row: ShareRow = {
        id: newId(),
        companyId: device.companyId,
        deviceId: device.id,
        accountId: receiver.id,
        rights: [...new Set(input.rights)],
        term: input.term,
        endsAt,
        createdAt: now().toISOString(),
        givenBy: account.username,
        revokedAt: null,
        revokedBy: null,
      };
      await db.insert(deviceShares).values(row);
      return shareOfRow(row, namesFor(db, receiver), now);
    },

    revoke: async (ctx, { id }) => {
      const { revokedAt } = await find(ctx.db, deviceShares, id, { lock: true });
      if (revokedAt) throw new Refusal('wrongState');
      await revokeShares(ctx.db, ctx, eq(deviceShares.id, id));
      return {};
    },
  });
