import { articleCases, articleCategoryCases, alarmTexts } from './article-cases.ts';
import { eq } from 'drizzle-orm';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import alarmWords from '../../../apps/server/src/features/alarms/settings/alarm-words.json' with { type: 'json' };
import { makeLive } from '../../../apps/server/src/features/knowledge/articles/article-publish-service.ts';
import {
  articleCategories,
  articles,
  articleUses,
  type ArticleRow,
} from '../../../apps/server/src/features/knowledge/articles/article-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';

const dayMs = 86_400_000;

/** Adds the categories. Answers the one of an alarm code, or of its first digit. */
async function addCategories(tx: Tx, companyId: string, createdAt: string) {
  const rows = Object.values(articleCategoryCases).map((names) => ({ companyId, names, createdAt }));
  const categories = await tx.insert(articleCategories).values(rows).returning();
  const digits = Object.keys(articleCategoryCases);
  return (code: string) => categories[digits.indexOf(code[0]!)]?.id ?? null;
}

/** Gives articles to their readers, who have used them for some time. */
async function publish(tx: Tx, rows: readonly ArticleRow[], at: string, byId: string | null) {
  for (const row of rows) {
    const live = await makeLive(tx, row, { at, byId });
    await tx.update(articles).set(live).where(eq(articles.id, row.id));
  }
  const uses = rows.map(({ id: articleId, companyId }, n) => ({
    companyId,
    articleId,
    views: 12 + ((n * 37) % 180),
    solved: 3 + ((n * 11) % 40),
    unsolved: (n * 5) % 9,
  }));
  await tx.insert(articleUses).values(uses);
}

/** The knowledge base of the provider: an article for every alarm code, and some for each audience. */
export async function buildArticles(tx: Tx, now: () => Date, companyId: string): Promise<void> {
  const at = now().toISOString();
  const categoryOf = await addCategories(tx, companyId, at);
  const byId = (await accountByName(tx, 'admin'))?.account.id ?? null;
  const reviewAt = new Date(now().getTime() + 200 * dayMs).toISOString();
  const stamp = { createdAt: at, createdById: byId, updatedAt: at, updatedById: byId, reviewAt };
  const base = { companyId, models: [], synonyms: [], ...stamp };
  const ofAlarms = Object.entries(alarmWords).map(([code, { name, remedy }]) => ({
    ...base,
    audience: 'PUBLIC' as const,
    alarmCodes: [code],
    tags: [],
    categoryId: categoryOf(code),
    texts: alarmTexts(name, remedy),
    meaning: 1,
    state: 'PENDING_RELEASE' as const,
  }));
  const others = articleCases.map(({ category, isDraft, ...article }) => ({
    ...base,
    ...article,
    alarmCodes: [],
    categoryId: categoryOf(category),
    meaning: Math.max(...article.texts.map(({ meaning }) => meaning)),
    state: isDraft ? ('DRAFT' as const) : ('PENDING_RELEASE' as const),
  }));
  const rows = await tx
    .insert(articles)
    .values([...ofAlarms, ...others])
    .returning();
  const approved = rows.filter(({ state }) => state === 'PENDING_RELEASE');
  await publish(tx, approved, at, byId);
}
