import { reportShares } from '../../features/work/report-shares/report-share-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Insert = Partial<typeof reportShares.$inferInsert>;

/** Builders of links to reports. */
export const reportShareBuilders = (
  db: Db,
  now: Clock,
  aReport: (overrides: { companyId: string }) => Promise<{ id: string }>,
) => ({
  aReportShare: async (overrides: Insert = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    const reportId = overrides.reportId ?? (await aReport({ companyId })).id;
    const at = now();
    const row = {
      companyId,
      reportId,
      tokenHash: newId(),
      note: '',
      createdBy: 'test',
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + 86_400_000).toISOString(),
      ...overrides,
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(reportShares).values(row).returning())[0]!);
  },
});
