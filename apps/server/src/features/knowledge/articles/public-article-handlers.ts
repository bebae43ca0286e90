import {
  publicArticleCalls,
  type FoundArticle,
  type FoundCategory,
  type Input,
  type Lang,
} from '@sweepline/contract';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import { asCounter, asReader, readableTexts, type ArticleReader } from './article-audience.ts';
import { countGap } from './article-gaps.ts';
import { nearestText } from './article-read.ts';
import { browseArticles, findArticles, textsOf } from './article-search.ts';
import { articleCategories, articleTexts, articleUses, type ArticleTextRow } from './article-table.ts';

type Calls = typeof publicArticleCalls;

const excerptLength = 180;

/** A limit of feedback: one address says once in a while whether an article helped. */
export const createFeedbackLimit = (createLimit: CreateLimit) =>
  createLimit('feedback on articles', slidingWindow({ max: 3, spanMs: 3_600_000 }));
type FeedbackLimit = ReturnType<typeof createFeedbackLimit>;

const foundArticle = ({ articleId, plain, ...row }: ArticleTextRow): FoundArticle => ({
  ...row,
  id: articleId,
  excerpt: plain.length > excerptLength ? `${plain.slice(0, excerptLength).trimEnd()}…` : plain,
});

/** The names of categories. Their articles are what a reader sees, so the names need no scope of their own. */
async function categoryNames(db: Tx, ids: readonly string[], lang: Lang): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await asSystem(db, (all) =>
    all
      .select()
      .from(articleCategories)
      .where(inArray(articleCategories.id, [...ids])),
  );
  return new Map(rows.map(({ id, names }) => [id, names[lang]]));
}

/** The categories with articles that this reader has, by name. */
async function categoriesOf(reader: ArticleReader, lang: Lang): Promise<FoundCategory[]> {
  const rows = await reader.db
    .select({
      id: articleTexts.categoryId,
      articles: sql<number>`count(distinct ${articleTexts.articleId})::int`,
    })
    .from(articleTexts)
    .where(and(isNotNull(articleTexts.categoryId), readableTexts(reader)))
    .groupBy(articleTexts.categoryId);
  const counts = rows.flatMap(({ id, articles }) => (id === null ? [] : { id, articles }));
  const names = await categoryNames(
    reader.db,
    counts.map(({ id }) => id),
    lang,
  );
  return counts
    .flatMap(({ id, articles }) => ({ id, articles, name: names.get(id) ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

const search = (ctx: Ctx, { text, page, pageSize, ...filters }: Input<Calls['search']>) =>
  asReader(ctx, async (reader) => {
    const { lang } = ctx.caller;
    const categories = await categoriesOf(reader, lang);
    if (!text) {
      const { ids, total } = await browseArticles(reader, filters, { page, pageSize });
      const list = (await textsOf(reader, ids, lang)).map(foundArticle);
      return { list, total, categories, isPartial: false };
    }
    const { ids, isPartial } = await findArticles(reader, text, filters, lang);
    if (ids.length === 0 && page === 1) await countGap(ctx, text);
    const start = (page - 1) * pageSize;
    const list = (await textsOf(reader, ids.slice(start, start + pageSize), lang)).map(foundArticle);
    return { list, total: ids.length, categories, isPartial };
  });

/** The texts of one article that a reader has. An article of another audience and a missing one are refused alike. */
async function readableArticle(
  reader: ArticleReader,
  id: string,
): Promise<[ArticleTextRow, ...ArticleTextRow[]]> {
  const [first, ...rest] = await reader.db
    .select()
    .from(articleTexts)
    .where(and(eq(articleTexts.articleId, id), readableTexts(reader)));
  if (!first) throw new Refusal('notFound');
  return [first, ...rest];
}

type Count = 'views' | 'solved' | 'unsolved';

/** Counts one use of an article, in the name of its company: readers write none of its rows. */
const count = (tx: Tx, { articleId, companyId }: ArticleTextRow, what: Count) =>
  tx
    .insert(articleUses)
    .values({ articleId, companyId, [what]: 1 })
    .onConflictDoUpdate({
      target: articleUses.articleId,
      set: { [what]: sql`${articleUses[what]} + 1` },
    });

const detail = (ctx: Ctx, { id, lang = ctx.caller.lang }: Input<Calls['detail']>) =>
  asReader(ctx, async (reader) => {
    const texts = await readableArticle(reader, id);
    const text = nearestText(texts, lang) ?? texts[0];
    const names = await categoryNames(reader.db, text.categoryId ? [text.categoryId] : [], lang);
    // A read has no transaction that could write.
    await inScope(ctx.services.db, '*', (tx) => count(tx, text, 'views'));
    return {
      ...text,
      id,
      langs: texts.map((each) => each.lang),
      categoryName: names.get(text.categoryId ?? '') ?? null,
    };
  });

async function feedback(ctx: Ctx, limit: FeedbackLimit, { id, isSolved }: Input<Calls['feedback']>) {
  const [text] = await asReader(ctx, (reader) => readableArticle(reader, id));
  // A reader who presses again is thanked again, and counted once.
  if (limit.take(`${id} ${ctx.caller.address}`))
    await asCounter(ctx, (tx) => count(tx, text, isSolved ? 'solved' : 'unsolved'));
  return {};
}

export const publicArticleAnswers = (limit: FeedbackLimit) =>
  answer(publicArticleCalls, { search, detail, feedback: (ctx, input) => feedback(ctx, limit, input) });
