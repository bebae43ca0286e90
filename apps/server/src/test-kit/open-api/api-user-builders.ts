import type { ApiGroup } from '@sweepline/contract';
import { apiKeys, apiUsers } from '../../entities/api/api-user-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Insert = Partial<typeof apiUsers.$inferInsert>;

/** Builders of API users. */
export const apiUserBuilders = (db: Db, now: Clock) => ({
  anApiUser: async (overrides: Insert = {}) => {
    const at = now().toISOString();
    const row = {
      companyId: companyIds.mall,
      name: 'Reporting',
      validFrom: at,
      validUntil: new Date(now().getTime() + 30 * 86_400_000).toISOString(),
      callsPerDay: 10_000,
      callsPerSecond: 50,
      createdAt: at,
      createdBy: 'test',
      updatedAt: at,
      updatedBy: 'test',
      ...overrides,
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(apiUsers).values(row).returning())[0]!);
  },

  /** A key of an API user. `seal` is that of the server's vault. */
  anApiKey: async (
    { id: userId, companyId }: { id: string; companyId: string },
    seal: (text: string) => string,
    scopes: ApiGroup[] = ['read'],
    narrowed: { siteIds?: string[]; robotIds?: string[] } = {},
  ) => {
    const key = { keyId: `key_${newId()}`, secret: `secret-${newId()}` };
    const row = {
      companyId,
      userId,
      scopes,
      ...narrowed,
      keyId: key.keyId,
      secretSealed: seal(key.secret),
      createdAt: now().toISOString(),
      createdBy: 'test',
    };
    await inScope(db, '*', (tx) => tx.insert(apiKeys).values(row));
    return key;
  },
});
