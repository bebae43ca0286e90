import { maintenanceRecords } from '../../../entities/service/maintenance-record-table.ts';
import {
  maintenanceDues,
  maintenancePlans,
} from '../../../features/service/maintenance/maintenance-plan-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds } from '../../people.ts';

/** Builders of maintenance plans and records. The default company is the mall. */
export function maintenanceBuilders(db: Db, now: Clock) {
  const aMaintenancePlan = (overrides: Partial<typeof maintenancePlans.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        id: newId(),
        companyId: companyIds.mall,
        name: 'Quarterly check',
        type: 'INSPECTION' as const,
        work: 'Check brushes and squeegee',
        triggers: [{ kind: 'DAYS' as const, value: 90, part: null }],
        anchor: 'FLOATING' as const,
        targets: { models: ['J30' as const], groupIds: [], siteIds: [], deviceIds: [] },
        level: 'GENERAL' as const,
        leadDays: 7,
        syncAt: at,
        createdAt: at,
        updatedAt: at,
        updatedBy: 'test',
        ...overrides,
      };
      return (await tx.insert(maintenancePlans).values(row).returning())[0]!;
    });

  const aMaintenanceDue = (
    overrides: Pick<typeof maintenanceDues.$inferInsert, 'planId' | 'deviceId'> &
      Partial<typeof maintenanceDues.$inferInsert>,
  ) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        planName: 'Quarterly check',
        leadDays: 7,
        since: now().toISOString(),
        base: {},
        ...overrides,
      };
      return (await tx.insert(maintenanceDues).values(row).returning())[0]!;
    });

  const aMaintenanceRecord = (overrides: Partial<typeof maintenanceRecords.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        id: newId(),
        companyId: companyIds.mall,
        deviceId: newId(),
        at,
        type: 'INSPECTION' as const,
        source: 'PERSON' as const,
        content: 'Checked the brushes',
        createdAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(maintenanceRecords).values(row).returning())[0]!;
    });
  return { aMaintenancePlan, aMaintenanceDue, aMaintenanceRecord };
}
