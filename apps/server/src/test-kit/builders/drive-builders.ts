import { driveSessions } from '../../entities/devices/control-table.ts';
import { deviceShares } from '../../entities/devices/share-table.ts';
import type { devices } from '../../entities/devices/device-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds, people } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of drive sessions and device shares. */
export function driveBuilders(
  db: Db,
  now: Clock,
  aDevice: (overrides: Insert<typeof devices>) => Promise<{ id: string }>,
) {
  const deviceFor = async (overrides: { companyId?: string; deviceId?: string }) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    return { companyId, deviceId: overrides.deviceId ?? (await aDevice({ companyId })).id };
  };
  return {
    aDriveSession: async (overrides: Insert<typeof driveSessions> = {}) => {
      const owner = await deviceFor(overrides);
      const at = now().toISOString();
      const row = {
        accountId: people.staff.id,
        accountName: 'Nick',
        byRight: 'COMPANY' as const,
        reason: 'Why',
      };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...owner,
          ...row,
          openedAt: at,
          endedAt: at,
          endedAs: 'RELEASED' as const,
          ...overrides,
        };
        return (await tx.insert(driveSessions).values(values).returning())[0]!;
      });
    },
    /** A share with the other company's administrator by default. */
    aShare: async (overrides: Insert<typeof deviceShares> = {}) => {
      const owner = await deviceFor(overrides);
      const row = { accountId: people.otherAdmin.id, rights: ['VIDEO' as const, 'CONTROL' as const] };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...owner,
          ...row,
          term: 'PERMANENT' as const,
          createdAt: now().toISOString(),
          givenBy: 'test',
          ...overrides,
        };
        return (await tx.insert(deviceShares).values(values).returning())[0]!;
      });
    },
  };
}
