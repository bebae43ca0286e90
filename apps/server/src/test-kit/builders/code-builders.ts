import { randomBytes } from 'node:crypto';
import { codeFrom } from '@sweepline/contract';
import { activationCodes } from '../../features/stock/activation-codes/activation-code-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Vault } from '../../platform/files/vault.ts';
import { companyIds } from '../people.ts';

type Insert = Partial<typeof activationCodes.$inferInsert>;

/** Builders of activation codes; the default is a code of the mall for a J30. `code` is its plain text. */
export const codeBuilders = (db: Db, now: Clock, vault: Vault) => ({
  aCode: (overrides: Insert = {}) =>
    inScope(db, '*', async (tx) => {
      const code = codeFrom(randomBytes(15));
      const at = now().toISOString();
      const row = {
        codeHash: vault.mark(code),
        codeSecret: vault.seal(code),
        tail: code.slice(-4),
        companyId: companyIds.mall,
        model: 'J30' as const,
        usageType: 'PURCHASE' as const,
        batchId: newId(),
        batchName: 'Batch',
        createdAt: at,
        createdBy: 'test',
        updatedAt: at,
        updatedBy: 'test',
        ...overrides,
      };
      return { ...(await tx.insert(activationCodes).values(row).returning())[0]!, code };
    }),
});
