import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { buildAgreements } from './build-agreements.ts';
import { buildArticles } from './build-articles.ts';

/** What the provider writes for all companies: articles, and texts that people agree to. */
export async function buildKnowledge(tx: Tx, now: () => Date, companyId: string): Promise<void> {
  await buildArticles(tx, now, companyId);
  await buildAgreements(tx, now, companyId);
}
