import { screens } from '../../../features/figures/screens/screen-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds } from '../../people.ts';

type Insert = Partial<typeof screens.$inferInsert>;

/** Builders of displays. */
export const screenBuilders = (db: Db, now: Clock) => ({
  aScreen: async (overrides: Insert = {}) => {
    const at = now().toISOString();
    const row = {
      companyId: companyIds.mall,
      name: 'Lobby',
      tokenHash: newId(),
      scenes: [{ kind: 'figures' as const, seconds: 15 }],
      lang: 'en' as const,
      area: 'M2' as const,
      volume: 'LITRE' as const,
      createdAt: at,
      createdBy: 'test',
      updatedAt: at,
      updatedBy: 'test',
      ...overrides,
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(screens).values(row).returning())[0]!);
  },
});
