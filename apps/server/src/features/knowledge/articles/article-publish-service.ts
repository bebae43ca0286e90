import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { reviewGraceDays, type ArticleText } from '@sweepline/contract';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { plainText } from '../../../platform/http/html.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { trimGaps } from './article-gaps.ts';
import { articles, articleTexts, articleVersions, type ArticleRow } from './article-table.ts';
import { searchVector } from './article-terms.ts';

/** The row of readers for one language. */
function textRow(row: ArticleRow, { lang, question, answer, meaning }: ArticleText, publishedAt: string) {
  const { companyId, categoryId, models, alarmCodes, fromVersion, toVersion, audience } = row;
  const plain = plainText(answer);
  return {
    companyId,
    categoryId,
    models,
    alarmCodes,
    fromVersion,
    toVersion,
    audience,
    articleId: row.id,
    lang,
    question,
    answer,
    plain,
    isOutdated: meaning < row.meaning,
    publishedAt,
    search: searchVector({
      question,
      keywords: [...row.tags, ...row.synonyms, ...alarmCodes, ...models],
      plain,
    }),
  };
}

/** Gives an article to its readers. An approved one is a new version; one that was unlisted is the last one again. */
export async function makeLive(
  tx: Tx,
  row: ArticleRow,
  { at, byId }: { at: string; byId: string | null },
): Promise<Pick<ArticleRow, 'state' | 'isLive' | 'publishedVersion' | 'publishedAt' | 'releaseAt'>> {
  const isNew = row.state === 'PENDING_RELEASE';
  const number = row.publishedVersion + (isNew ? 1 : 0);
  const publishedAt = isNew ? at : (row.publishedAt ?? at);
  if (isNew)
    await tx.insert(articleVersions).values({
      companyId: row.companyId,
      articleId: row.id,
      number,
      texts: row.texts,
      publishedAt,
      publishedById: byId,
    });
  await tx.delete(articleTexts).where(eq(articleTexts.articleId, row.id));
  await tx.insert(articleTexts).values(row.texts.map((text) => textRow(row, text, publishedAt)));
  return { state: 'PUBLISHED', isLive: true, publishedVersion: number, publishedAt, releaseAt: null };
}

const dayMs = 86_400_000;

/** Publishes approved articles at their time. Rows that another server is publishing are left to it. */
export async function releaseArticles(db: Db, now: Clock): Promise<void> {
  const at = now().toISOString();
  await inScope(db, '*', async (tx) => {
    const due = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.state, 'PENDING_RELEASE'), lte(articles.releaseAt, at)))
      .for('update', { skipLocked: true });
    for (const row of due) {
      const live = await makeLive(tx, row, { at, byId: row.reviewedById });
      const stamp = { updatedAt: at, updatedById: null, revision: row.revision + 1 };
      await tx
        .update(articles)
        .set({ ...live, ...stamp })
        .where(eq(articles.id, row.id));
    }
  });
}

/** Expires articles whose review is long overdue. The public no longer finds them; readers with an account see a mark. */
export async function expireArticles(db: Db, now: Clock): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - reviewGraceDays * dayMs).toISOString();
  const isOverdue = and(
    eq(articles.isLive, true),
    isNotNull(articles.reviewAt),
    lte(articles.reviewAt, before),
  );
  await inScope(db, '*', async (tx) => {
    await tx
      .update(articleTexts)
      .set({ isExpired: true })
      .from(articles)
      .where(and(eq(articleTexts.articleId, articles.id), eq(articleTexts.isExpired, false), isOverdue));
    await tx
      .update(articles)
      .set({ state: 'EXPIRED', updatedAt: at.toISOString(), updatedById: null })
      .where(and(eq(articles.state, 'PUBLISHED'), isOverdue));
  });
}

export const articleReleaseJob = (db: Db, now: Clock): Job => ({
  name: 'articles.release',
  everySeconds: 15,
  mayOverlap: true,
  run: () => releaseArticles(db, now),
});

/** Reviews are due by the day and searches are kept for months, so an hour later is early enough. */
export const articleExpiryJob = (db: Db, now: Clock): Job => ({
  name: 'articles.expire',
  everySeconds: 3_600,
  mayOverlap: true,
  run: async () => {
    await expireArticles(db, now);
    await trimGaps(db, now);
  },
});
