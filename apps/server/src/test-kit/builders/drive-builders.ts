import { driveSessions } from '../../features/device-control/control-table.ts';
import { deviceShares } from '../../features/device-shares/share-table.ts';
import type { devices } from '../../features/devices/device-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds, people } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Who drove a device and whom it was shared with. */
export function driveBuilders(
  db: Db,
  now: Clock,
  aDevice: (given: Insert<typeof devices>) => Promise<{ id: string }>,
) {
  const deviceFor = async (given: { companyId?: string; deviceId?: string }) => {
    const companyId = given.companyId ?? companyIds.mall;
    return { companyId, deviceId: given.deviceId ?? (await aDevice({ companyId })).id };
  };
  return {
    aDriveSession: async (given: Insert<typeof driveSessions> = {}) => {
      const known = await deviceFor(given);
      const at = now().toISOString();
      const row = {
        accountId: people.staff.id,
        accountName: 'Nick',
        byRight: 'COMPANY' as const,
        reason: 'Why',
      };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...known,
          ...row,
          openedAt: at,
          endedAt: at,
          endedAs: 'RELEASED' as const,
          ...given,
        };
        return (await tx.insert(driveSessions).values(values).returning())[0]!;
      });
    },
    /** To the other company's administrator, unless said otherwise. */
    aShare: async (given: Insert<typeof deviceShares> = {}) => {
      const known = await deviceFor(given);
      const row = { accountId: people.otherAdmin.id, rights: ['VIDEO' as const, 'CONTROL' as const] };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...{ ...known, ...row, term: 'PERMANENT' as const, createdAt: now().toISOString() },
          ...{ givenBy: 'test', ...given },
        };
        return (await tx.insert(deviceShares).values(values).returning())[0]!;
      });
    },
  };
}
