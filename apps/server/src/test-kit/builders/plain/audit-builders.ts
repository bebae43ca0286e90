import { auditEntries } from '../../../platform/audit/audit-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds } from '../../people.ts';

/** Builders of audit entries. */
export const auditBuilders = (db: Db, now: Clock) => ({
  anAuditEntry: (overrides: Partial<typeof auditEntries.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        at: now().toISOString(),
        accountName: 'mallAdmin',
        code: 200,
        call: 'POST service/task/update',
        action: 'tasks.update',
        address: '::1',
        requestId: newId(),
        ...overrides,
      };
      return (await tx.insert(auditEntries).values(row).returning())[0]!;
    }),
});
