import { resales } from '../../features/stock/robots/resale-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { newCredential } from '../../features/devices/identity/credential-service.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of resale offers; by default from the provider. */
export function stockBuilders(db: Db, now: Clock) {
  let count = 0;
  return {
    aResale: (overrides: Insert<typeof resales> = {}) =>
      inScope(db, '*', async (tx) => {
        const at = now().toISOString();
        const [deviceId, sn] = [overrides.deviceId ?? newId(), `RESALE-${++count}`];
        const fromCompanyId = overrides.fromCompanyId ?? companyIds.provider;
        if (!overrides.deviceId)
          await tx.insert(devices).values({
            id: deviceId,
            companyId: fromCompanyId,
            sn,
            nickname: sn,
            manufacturer: 'JBOT',
            model: 'J30',
            protocol: 'v3',
            binding: 'ACTIVATED',
            secretHash: newCredential().secretHash,
            createdAt: at,
            updatedAt: at,
            updatedBy: 'test',
          });
        const row = {
          companyId: companyIds.mall,
          companyName: 'Receiver',
          fromCompanyId,
          fromCompanyName: 'Sweepline',
          deviceId,
          sn,
          model: 'J30',
          nickname: sn,
          status: 'OFFERED' as const,
          offeredAt: at,
          offeredBy: 'test',
          ...overrides,
        };
        return (await tx.insert(resales).values(row).returning())[0]!;
      }),
  };
}
