import { langs, type ArticleText, type CategoryNames } from '@sweepline/contract';
import { makeLive } from '../../features/knowledge/articles/article-publish-service.ts';
import { articleCategories, articles } from '../../features/knowledge/articles/article-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { eq } from 'drizzle-orm';
import { companyIds } from '../people.ts';

/** A text of an article. */
export const aText = (overrides: Partial<ArticleText> = {}): ArticleText => ({
  lang: 'en',
  question: 'What does a pressed bumper mean?',
  answer: '<p>Remove what touches the bumper.</p>',
  meaning: 1,
  ...overrides,
});

/** Names of a category: the same word in each language. */
export const someNames = (word: string) =>
  Object.fromEntries(langs.map((lang) => [lang, word])) as CategoryNames;

/** Builders of articles. The default company is the provider. */
export function articleBuilders(db: Db, now: Clock) {
  const anArticle = (overrides: Partial<typeof articles.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.provider,
        texts: [aText()],
        meaning: 1,
        models: [],
        alarmCodes: [],
        tags: [],
        synonyms: [],
        audience: 'PUBLIC' as const,
        state: 'DRAFT' as const,
        createdAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(articles).values(row).returning())[0]!;
    });

  /** An article that readers have. */
  const aLiveArticle = async (overrides: Partial<typeof articles.$inferInsert> = {}) => {
    const row = await anArticle({ ...overrides, state: 'PENDING_RELEASE' });
    return await inScope(db, '*', async (tx) => {
      const live = await makeLive(tx, row, { at: now().toISOString(), byId: null });
      const [article] = await tx.update(articles).set(live).where(eq(articles.id, row.id)).returning();
      return article!;
    });
  };

  const aCategory = (overrides: Partial<typeof articleCategories.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const stamp = { companyId: companyIds.provider, createdAt: now().toISOString() };
      const row = { ...stamp, names: someNames('Alarms'), ...overrides };
      return (await tx.insert(articleCategories).values(row).returning())[0]!;
    });

  return { anArticle, aLiveArticle, aCategory };
}
