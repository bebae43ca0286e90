import {
  settingsProfiles,
  settingsRollouts,
} from '../../features/devices/settings-rollouts/settings-rollout-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

/** Builders of settings profiles and rollouts. The default company is the mall. */
export function settingsBuilders(db: Db, now: Clock) {
  let count = 0;
  const at = () => now().toISOString();
  const values = { volume: 30 };

  const aProfile = (overrides: Partial<typeof settingsProfiles.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        name: `Profile ${++count}`,
        model: 'J30' as const,
        values,
        createdAt: at(),
        updatedAt: at(),
        updatedBy: 'test',
        ...overrides,
      };
      return (await tx.insert(settingsProfiles).values(row).returning())[0]!;
    });

  const aRollout = (overrides: Partial<typeof settingsRollouts.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        kind: 'SYNC' as const,
        state: 'SCHEDULED' as const,
        values,
        sourceName: `Robot ${++count}`,
        model: 'J30' as const,
        accountId: newId(),
        by: 'test',
        createdAt: at(),
        ...overrides,
      };
      return (await tx.insert(settingsRollouts).values(row).returning())[0]!;
    });

  return { aProfile, aRollout };
}
