import type { ShareRight } from '@sweepline/contract';
import { and, arrayContains, arrayOverlaps, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { deviceShares } from '../../../entities/devices/share-table.ts';

export type ShareRow = typeof deviceShares.$inferSelect;

/** Not revoked, not expired, and created by the company that still has the device. */
export const inForce = (nowMs: number): SQL | undefined =>
  and(
    isNull(deviceShares.revokedAt),
    or(isNull(deviceShares.endsAt), gt(deviceShares.endsAt, new Date(nowMs).toISOString())),
    eq(deviceShares.companyId, devices.companyId),
  );

/**
 * The valid share of a device for an account with this right. The transaction must see all companies, because a share
 * crosses them.
 */
export async function shareOf(
  all: Tx,
  accountId: string,
  deviceId: string,
  right: ShareRight,
  nowMs: number,
): Promise<ShareRow | undefined> {
  const [row] = await all
    .select({ share: deviceShares })
    .from(deviceShares)
    .innerJoin(devices, eq(devices.id, deviceShares.deviceId))
    .where(
      and(
        eq(deviceShares.accountId, accountId),
        eq(deviceShares.deviceId, deviceId),
        arrayContains(deviceShares.rights, [right]),
        inForce(nowMs),
      ),
    );
  return row?.share;
}

/** The shares by which this account may see these devices live. The transaction must see all companies. */
export const watchableShares = (
  all: Tx,
  accountId: string,
  deviceIds: readonly string[],
  nowMs: number,
): Promise<Pick<ShareRow, 'deviceId' | 'endsAt'>[]> =>
  all
    .select({ deviceId: deviceShares.deviceId, endsAt: deviceShares.endsAt })
    .from(deviceShares)
    .innerJoin(devices, eq(devices.id, deviceShares.deviceId))
    .where(
      and(
        eq(deviceShares.accountId, accountId),
        inValues(deviceShares.deviceId, deviceIds),
        arrayOverlaps(deviceShares.rights, ['VIDEO', 'CONTROL']),
        inForce(nowMs),
      ),
    );
