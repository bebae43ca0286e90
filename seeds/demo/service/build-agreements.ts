import { langs, nameOfAccount, type AgreementText } from '@sweepline/contract';
import { textHash } from '../../../apps/server/src/entities/people/agreement-service.ts';
import { agreementRecords, agreements } from '../../../apps/server/src/entities/people/agreement-table.ts';
import { accounts } from '../../../apps/server/src/entities/people/account-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { agreementCases } from './agreement-cases.ts';

const dayMs = 86_400_000;

const paragraph = (text: string) => `<p>${text}</p>`;

type Person = typeof accounts.$inferSelect;

/** Each account accepted a version within two days of its publication, one after the other. */
const acceptances = (people: readonly Person[], version: typeof agreements.$inferSelect, sha256: string) =>
  people.map((account, n) => {
    const { id: agreementId, kind, number, publishedAt } = version;
    const afterMs = ((n + 1) / (people.length + 1)) * 2 * dayMs;
    return {
      companyId: account.companyId,
      accountId: account.id,
      accountName: nameOfAccount(account),
      agreementId,
      kind,
      number: number ?? 1,
      lang: langs[0],
      sha256,
      act: 'ACCEPTED' as const,
      at: new Date(Date.parse(publishedAt ?? '') + afterMs).toISOString(),
      address: '192.0.2.10',
      agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
    };
  });

/**
 * Terms in two versions and a privacy notice, which every account of the demo world has accepted. None is material: an account that a
 * visitor adds goes on without a question. A new version shows the question.
 */
export async function buildAgreements(tx: Tx, now: () => Date, companyId: string): Promise<void> {
  const people = await tx.select().from(accounts);
  const authorId = people.find(({ username }) => username === 'admin')?.id ?? null;
  const numbers = new Map<string, number>();
  for (const { kind, daysAgo, texts } of agreementCases) {
    const at = new Date(now().getTime() - daysAgo * dayMs).toISOString();
    const written = langs.map((lang): AgreementText => {
      const { title, paragraphs } = texts[lang];
      return { lang, title, body: paragraphs.map(paragraph).join('') };
    });
    const number = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, number);
    const publication = { number, publishedAt: at, publishedById: authorId, validFrom: at };
    const stamp = { createdAt: at, createdById: authorId, updatedAt: at };
    const [version] = await tx
      .insert(agreements)
      .values({
        companyId,
        kind,
        region: '',
        texts: written,
        isMaterial: false,
        audiences: ['CONSOLE', 'APPS', 'FINDER'],
        state: 'PUBLISHED',
        ...publication,
        ...stamp,
      })
      .returning();
    await tx.insert(agreementRecords).values(acceptances(people, version!, textHash(written[0]!)));
  }
}
