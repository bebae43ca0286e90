import { voiceSets } from '../../entities/brand/voice-set-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { companyIds } from '../people.ts';

/** Builders of voice sets. The default company is the mall. */
export function voiceBuilders(db: Db, now: Clock) {
  let count = 0;
  const aVoiceSet = (overrides: Partial<typeof voiceSets.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        name: `Voices ${++count}`,
        createdAt: at,
        updatedAt: at,
        updatedBy: 'test',
        ...overrides,
      };
      return (await tx.insert(voiceSets).values(row).returning())[0]!;
    });
  return { aVoiceSet };
}
