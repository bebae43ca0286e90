import { articleLangsOf, type Lang } from '@sweepline/contract';
import { otaVersion } from '@sweepline/contract/robot';
import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { readableTexts, type ArticleReader } from './article-audience.ts';
import { holdsFor } from './article-rules.ts';
import { articleTexts, type ArticleTextRow } from './article-table.ts';
import { articleQuestion } from './article-terms.ts';

export interface ArticleFilters {
  categoryId?: string | undefined;
  model?: string | undefined;
  alarmCode?: string | undefined;
  version?: string | undefined;
}

/** Ids of articles, best first. */
interface Order {
  ids: string[];
  /** Nothing has all words of the text; these have at least half of them. */
  isPartial: boolean;
}

/** A person reads the first page; what follows this many is no answer. */
const maxHits = 300;

type Row = Pick<ArticleTextRow, 'id' | 'articleId' | 'lang' | 'models' | 'fromVersion' | 'toVersion'>;
const columns = {
  id: articleTexts.id,
  articleId: articleTexts.articleId,
  lang: articleTexts.lang,
  models: articleTexts.models,
  fromVersion: articleTexts.fromVersion,
  toVersion: articleTexts.toVersion,
};

/** An article without models is for all of them. */
const isForModel = (model: string) =>
  or(sql`cardinality(${articleTexts.models}) = 0`, sql`${model} = any(${articleTexts.models})`);

function filtered(reader: ArticleReader, { categoryId, model, alarmCode }: ArticleFilters): SQL | undefined {
  return and(
    readableTexts(reader),
    categoryId ? eq(articleTexts.categoryId, categoryId) : undefined,
    model ? isForModel(model) : undefined,
    alarmCode ? sql`${articleTexts.alarmCodes} @> array[${alarmCode}]::text[]` : undefined,
  );
}

/** A robot may report a version of another form; then every article may hold. */
const holds = (row: Row, version: string | undefined) =>
  version === undefined || !otaVersion.safeParse(version).success || holdsFor(row, version);

/** Texts of the reader's language are better than equal ones of another. */
const ownLanguageBonus = 1.5;

/** Articles of a question: those with all of its words, else those with at least half of them. */
async function ordered(
  reader: ArticleReader,
  question: { tsquery: string; parts?: readonly string[] },
  filters: ArticleFilters,
  lang: Lang,
): Promise<string[]> {
  const { db, audiences } = reader;
  const { tsquery, parts = [] } = question;
  const ranks = await db.raw<{ id: string; rank: number }>(
    'select id, rank from search_articles($1::tsquery, $2::text[], $3)',
    [tsquery, `{${audiences.join(',')}}`, maxHits],
  );
  if (ranks.length === 0) return [];
  const rankOf = new Map(ranks.map(({ id, rank }) => [id, rank]));
  const matched = sql.join(
    [sql`0`, ...parts.map((part) => sql`(${articleTexts.search} @@ ${part}::tsquery)::int`)],
    sql` + `,
  );
  const rows = await db
    .select({ ...columns, matched: sql<number>`(${matched})` })
    .from(articleTexts)
    .where(and(inArray(articleTexts.id, [...rankOf.keys()]), filtered(reader, filters)));
  const best = new Map<string, number>();
  for (const row of rows) {
    if (row.matched * 2 < parts.length || !holds(row, filters.version)) continue;
    const rank = ((rankOf.get(row.id) ?? 0) + row.matched) * (row.lang === lang ? ownLanguageBonus : 1);
    best.set(row.articleId, Math.max(best.get(row.articleId) ?? 0, rank));
  }
  return [...best].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

/** The articles that answer a text, best first. */
export async function findArticles(
  reader: ArticleReader,
  text: string,
  filters: ArticleFilters,
  lang: Lang,
): Promise<Order> {
  const question = articleQuestion(text);
  if (!question) return { ids: [], isPartial: false };
  const all = await ordered(reader, { tsquery: question.all }, filters, lang);
  if (all.length > 0) return { ids: all, isPartial: false };
  const some = await ordered(reader, { tsquery: question.any, parts: question.parts }, filters, lang);
  return { ids: some, isPartial: some.length > 0 };
}

/** The articles of a category, model or code: those for one model before those for all, then the newest. */
export async function browseArticles(
  reader: ArticleReader,
  filters: ArticleFilters,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ ids: string[]; total: number }> {
  const { db } = reader;
  const where = filtered(reader, filters);
  const query = db
    .select({
      ...columns,
      id: sql<string>`min(${articleTexts.id}::text)`,
      lang: sql<Lang>`min(${articleTexts.lang})`,
    })
    .from(articleTexts)
    .where(where)
    .groupBy(articleTexts.articleId, articleTexts.models, articleTexts.fromVersion, articleTexts.toVersion)
    .orderBy(
      desc(sql`cardinality(${articleTexts.models}) > 0`),
      desc(sql`max(${articleTexts.publishedAt})`),
      articleTexts.articleId,
    )
    .$dynamic();
  const start = (page - 1) * pageSize;
  if (filters.version !== undefined) {
    const ids = (await query.limit(maxHits))
      .filter((row) => holds(row, filters.version))
      .map(({ articleId }) => articleId);
    return { ids: ids.slice(start, start + pageSize), total: ids.length };
  }
  const rows = await query.limit(pageSize).offset(start);
  const [count] = await db
    .select({ total: sql<number>`count(distinct ${articleTexts.articleId})::int` })
    .from(articleTexts)
    .where(where);
  return { ids: rows.map(({ articleId }) => articleId), total: count?.total ?? 0 };
}

/** The texts of some articles for a reader: of each the language that is nearest to theirs, in the given order. */
export async function textsOf(
  reader: ArticleReader,
  ids: readonly string[],
  lang: Lang,
): Promise<ArticleTextRow[]> {
  if (ids.length === 0) return [];
  const rows = await reader.db
    .select()
    .from(articleTexts)
    .where(and(inArray(articleTexts.articleId, [...ids]), readableTexts(reader)));
  const order = articleLangsOf(lang);
  return ids.flatMap((id) => {
    const own = rows.filter((row) => row.articleId === id);
    return own.toSorted((a, b) => order.indexOf(a.lang) - order.indexOf(b.lang)).slice(0, 1);
  });
}
