import {
  articleLangsOf,
  articleMay,
  type Article,
  type ArticleDetail,
  type ArticleText,
  type Lang,
} from '@sweepline/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { checkRevision } from '../../../entities/people/revision-check.ts';
import { approvalFaultOf, approverOf } from '../../../entities/people/approval-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { writerType } from './article-audience.ts';
import { articleCategories, articles, articleUses, type ArticleRow } from './article-table.ts';

/** Articles with what readers made of them, and the names around them. */
export const articleRows = (db: Tx) =>
  db
    .select({
      row: articles,
      companyName: companies.name,
      categoryNames: articleCategories.names,
      views: sql<number>`coalesce(${articleUses.views}, 0)`,
      solved: sql<number>`coalesce(${articleUses.solved}, 0)`,
      unsolved: sql<number>`coalesce(${articleUses.unsolved}, 0)`,
    })
    .from(articles)
    .innerJoin(companies, eq(companies.id, articles.companyId))
    .leftJoin(articleCategories, eq(articleCategories.id, articles.categoryId))
    .leftJoin(articleUses, eq(articleUses.articleId, articles.id))
    .$dynamic();
type Found = Awaited<ReturnType<typeof articleRows>>[number];

/** The text in the language of a reader, or in the nearest that there is. */
export function nearestText<Text extends { lang: Lang }>(
  texts: readonly Text[],
  lang: Lang,
): Text | undefined {
  return articleLangsOf(lang).flatMap((code) => texts.filter((text) => text.lang === code))[0];
}

const isOutdated = (row: ArticleRow, { meaning }: ArticleText) => meaning < row.meaning;

/** Articles for an editor. Names of accounts outside the tenant scope are left out. */
export async function shown(
  { db, caller }: Pick<Ctx, 'db' | 'caller'>,
  found: readonly Found[],
): Promise<(ArticleRow & Article)[]> {
  const names = await accountNames(
    db,
    found.flatMap(({ row }) => [row.createdById, row.updatedById]),
  );
  return found.map(({ row, categoryNames, ...rest }) => ({
    ...row,
    ...rest,
    question: nearestText(row.texts, caller.lang)?.question ?? '',
    langs: row.texts.map((text) => ({ lang: text.lang, isOutdated: isOutdated(row, text) })),
    categoryName: categoryNames?.[caller.lang] ?? null,
    createdBy: names.get(row.createdById ?? '') ?? null,
    updatedBy: names.get(row.updatedById ?? '') ?? null,
  }));
}

/** Who wrote an article and who changed it last. */
export const requestersOf = ({ createdById, updatedById }: ArticleRow) => [createdById, updatedById];

type Reader = Pick<Ctx, 'db' | 'account' | 'now' | 'caller'>;

export async function readArticle(reader: Reader, id: string): Promise<ArticleDetail> {
  const { db } = reader;
  const found = await articleRows(db).where(and(eq(articles.id, id), visible(db, articles)));
  const [row] = await shown(reader, found);
  if (!row) throw new Refusal('notFound');
  const names = await accountNames(db, [row.reviewedById]);
  const fault = articleMay(row, 'APPROVE')
    ? approvalFaultOf(await approverOf(reader), requestersOf(row))
    : undefined;
  return { ...row, reviewedBy: names.get(row.reviewedById ?? '') ?? null, approvalFault: fault ?? null };
}

/** One article of the tenant scope, locked to change it. A save on an older revision is refused. */
export async function findToChange(
  ctx: Pick<Ctx, 'db' | 'account'>,
  { id, revision }: { id: string; revision?: number },
): Promise<ArticleRow> {
  const row = await find(ctx.db, articles, id, { lock: true });
  await writerType(ctx);
  await checkRevision(ctx.db, row, revision);
  return row;
}

/** Whether a language of an article has an older meaning than another. */
export const hasOutdatedText: SQL = sql`exists (select 1 from jsonb_array_elements(${articles.texts}) as part
  where (part->>'meaning')::int < ${articles.meaning})`;
