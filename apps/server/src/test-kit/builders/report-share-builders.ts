import { reportShares } from '../../features/report-shares/report-share-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Insert = Partial<typeof reportShares.$inferInsert>;

/** Links to reports, as somebody of the company made them. */
export const reportShareBuilders = (
  db: Db,
  now: Clock,
  aReport: (given: { companyId: string }) => Promise<{ id: string }>,
) => ({
  aReportShare: async (given: Insert = {}) => {
    const companyId = given.companyId ?? companyIds.mall;
    const reportId = given.reportId ?? (await aReport({ companyId })).id;
    const at = now();
    const row = {
      ...{ companyId, reportId, tokenHash: newId(), note: '', createdBy: 'test' },
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + 86_400_000).toISOString(),
      ...given,
    };
    return await inScope(db, '*', async (tx) => (await tx.insert(reportShares).values(row).returning())[0]!);
  },
});
