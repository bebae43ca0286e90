import { langs, type AgreementText } from '@sweepline/contract';
import { agreements } from '../../entities/people/agreement-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { companyIds } from '../people.ts';

/** The same text in each language. */
export const sixTexts = (title: string, body = `<p>${title}</p>`): AgreementText[] =>
  langs.map((lang) => ({ lang, title, body }));

/** Builders of agreements. The default is a draft of terms of the provider. */
export function agreementBuilders(db: Db, now: Clock) {
  const anAgreement = (overrides: Partial<typeof agreements.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.provider,
        kind: 'TERMS' as const,
        region: '',
        audiences: ['CONSOLE' as const],
        // One language: the walks cannot publish it, which would stop every account.
        texts: sixTexts('Terms of use').slice(0, 1),
        isMaterial: true,
        state: 'DRAFT' as const,
        createdAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(agreements).values(row).returning())[0]!;
    });

  return { anAgreement };
}
