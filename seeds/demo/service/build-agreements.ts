import { langs, nameOfAccount, type AgreementText } from '@sweepline/contract';
import { textHash } from '../../../apps/server/src/entities/people/agreement-service.ts';
import { agreementRecords, agreements } from '../../../apps/server/src/entities/people/agreement-table.ts';
import { accounts } from '../../../apps/server/src/entities/people/account-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { agreementCases } from './agreement-cases.ts';

const dayMs = 86_400_000;

const paragraph = (text: string) => `<p>${text}</p>`;

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
    const id = newId();
    await tx.insert(agreements).values({
      ...{ id, companyId, kind, number, region: '', texts: written, isMaterial: false },
      ...{ audiences: ['CONSOLE', 'APPS', 'FINDER'], state: 'PUBLISHED', validFrom: at, publishedAt: at },
      ...{ publishedById: authorId, createdAt: at, createdById: authorId, updatedAt: at },
    });
    const [shown] = written;
    await tx.insert(agreementRecords).values(
      people.map((account, n) => ({
        ...{ id: newId(), companyId: account.companyId, accountId: account.id },
        ...{ accountName: nameOfAccount(account), agreementId: id, kind, number },
        ...{ lang: shown!.lang, sha256: textHash(shown!), act: 'ACCEPTED' as const },
        // One after the other within two days of the publication.
        at: new Date(Date.parse(at) + ((n + 1) / (people.length + 1)) * 2 * dayMs).toISOString(),
        ...{ address: '192.0.2.10', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' },
      })),
    );
  }
}
