import { articleCalls, reviewDays, type Input } from '@sweepline/contract';
import { and, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { requireSecondPerson } from '../../../entities/people/approval-service.ts';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { writerType } from './article-audience.ts';
import { closeGap, readGaps } from './article-gaps.ts';
import { makeLive } from './article-publish-service.ts';
import {
  articleRows,
  findToChange,
  hasOutdatedText,
  readArticle,
  requestersOf,
  shown,
} from './article-read.ts';
import {
  checkAudience,
  checkComplete,
  checkQuestions,
  checkVersions,
  stateAfter,
  textsAfter,
} from './article-rules.ts';
import {
  articleCategories,
  articles,
  articleTexts,
  articleUses,
  articleVersions,
  type ArticleRow,
} from './article-table.ts';

type Calls = typeof articleCalls;

const sortable = {
  updatedAt: articles.updatedAt,
  reviewAt: articles.reviewAt,
  views: sql`coalesce(${articleUses.views}, 0)`,
  solved: sql`coalesce(${articleUses.solved}, 0)`,
};

/** Stores a change as the next revision, and answers the article. */
async function change(ctx: Ctx, row: ArticleRow, changes: Partial<ArticleRow>) {
  const { db, now, account } = ctx;
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, revision: row.revision + 1 };
  await db
    .update(articles)
    .set({ ...changes, ...stamp })
    .where(eq(articles.id, row.id));
  return await readArticle(ctx, row.id);
}

/** Refuses a category that the writer does not see. */
async function checkCategory(db: Tx, id: string | null): Promise<void> {
  if (id === null) return;
  const [category] = await db
    .select({ id: articleCategories.id })
    .from(articleCategories)
    .where(and(eq(articleCategories.id, id), visibleOrInherited(db, articleCategories)));
  if (!category) throw wrongField('categoryId', 'NO_SUCH_CATEGORY');
}

function listCondition({ db, now }: Ctx, input: Input<Calls['list']>): SQL | undefined {
  const { keyword, state, audience, model, alarmCode, categoryId, work } = input;
  const pattern = keyword ? contains(keyword) : undefined;
  const words = sql`array_to_string(${articles.tags} || ${articles.synonyms} || ${articles.alarmCodes}, ' ')`;
  return and(
    visible(db, articles),
    pattern ? or(ilike(sql`${articles.texts}::text`, pattern), ilike(words, pattern)) : undefined,
    state && state.length > 0 ? inArray(articles.state, state) : undefined,
    audience ? eq(articles.audience, audience) : undefined,
    model ? sql`${model} = any(${articles.models})` : undefined,
    alarmCode ? sql`${alarmCode} = any(${articles.alarmCodes})` : undefined,
    categoryId ? eq(articles.categoryId, categoryId) : undefined,
    work === 'REVIEW'
      ? and(eq(articles.isLive, true), sql`${articles.reviewAt} <= ${now().toISOString()}::timestamptz`)
      : undefined,
    work === 'TRANSLATION' ? hasOutdatedText : undefined,
  );
}

async function add(ctx: Ctx, { texts: written, ...about }: Input<Calls['add']>) {
  const { db, now, account } = ctx;
  checkAudience(about.audience, await writerType(ctx));
  checkVersions(about);
  await checkCategory(db, about.categoryId);
  const { texts } = textsAfter({ texts: [], meaning: 1 }, written, 'TRANSLATION');
  checkQuestions(texts);
  const id = newId();
  const at = now().toISOString();
  const stamp = { createdAt: at, createdById: account.id, updatedAt: at, updatedById: account.id };
  await db
    .insert(articles)
    .values({ id, companyId: account.companyId, ...about, texts, meaning: 1, state: 'DRAFT', ...stamp });
  return await readArticle(ctx, id);
}

const undecided = { reasons: '', reviewedById: null, releaseAt: null };

async function update(ctx: Ctx, input: Input<Calls['update']>) {
  const { id, revision, change: kind, texts: written, ...about } = input;
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row, 'UPDATE');
  const [owner] = await ctx.db
    .select({ type: companies.type })
    .from(companies)
    .where(eq(companies.id, row.companyId));
  checkAudience(about.audience, owner!.type);
  checkVersions(about);
  await checkCategory(ctx.db, about.categoryId);
  const texts = textsAfter(row, written, kind);
  checkQuestions(texts.texts);
  return await change(ctx, row, { ...about, ...texts, state, ...undecided });
}

async function review(ctx: Ctx, { id, revision, approved, reasons }: Input<Calls['review']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row, approved ? 'APPROVE' : 'REFUSE');
  if (!approved && reasons === '') throw wrongField('reasons', 'REASON_MISSING');
  if (!approved)
    return await change(ctx, row, { ...undecided, state, reasons, reviewedById: ctx.account.id });
  checkComplete(row.texts);
  await requireSecondPerson(ctx, requestersOf(row));
  const now = ctx.now();
  const isDue = row.reviewAt === null || row.reviewAt <= now.toISOString();
  const nextReview = new Date(now.getTime() + reviewDays * 86_400_000).toISOString();
  const reviewAt = isDue ? nextReview : row.reviewAt;
  return await change(ctx, row, { ...undecided, state, reviewedById: ctx.account.id, reviewAt });
}

async function publish(ctx: Ctx, { id, at }: Input<Calls['publish']>) {
  const row = await findToChange(ctx, { id });
  stateAfter(row, 'PUBLISH');
  const now = ctx.now().toISOString();
  if (at === null)
    return await change(ctx, row, await makeLive(ctx.db, row, { at: now, byId: ctx.account.id }));
  // Only an approved article waits for its time: one that was published before is published again at once.
  if (row.state !== 'PENDING_RELEASE') stateAfter(row, 'APPROVE');
  if (at <= now) throw wrongField('at', 'RELEASE_IN_PAST');
  return await change(ctx, row, { releaseAt: at });
}

async function restore(ctx: Ctx, { id, revision, number }: Input<Calls['restore']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row, 'UPDATE');
  const [version] = await ctx.db
    .select()
    .from(articleVersions)
    .where(and(eq(articleVersions.articleId, id), eq(articleVersions.number, number)));
  if (!version) throw new Refusal('notFound');
  const newest = Math.max(...version.texts.map(({ meaning }) => meaning));
  const meaning = row.meaning + 1;
  // Languages that were outdated in that version still are.
  const texts = version.texts.map((text) => (text.meaning === newest ? { ...text, meaning } : text));
  return await change(ctx, row, { texts, meaning, state, ...undecided });
}

async function history({ db }: Ctx, { id, ...page }: Input<Calls['history']>) {
  await find(db, articles, id);
  const where = eq(articleVersions.articleId, id);
  const rows = db
    .select()
    .from(articleVersions)
    .where(where)
    .orderBy(desc(articleVersions.number))
    .$dynamic();
  const { list, total } = await paginate(page, rows, counted(db, articleVersions, where));
  const names = await accountNames(
    db,
    list.map(({ publishedById }) => publishedById),
  );
  return {
    total,
    list: list.map((row) => ({ ...row, publishedBy: names.get(row.publishedById ?? '') ?? null })),
  };
}

export const articleAnswers = answer(articleCalls, {
  list: async (ctx, { sort, ...input }) => {
    const where = listCondition(ctx, { sort, ...input });
    const rows = articleRows(ctx.db)
      .where(where)
      .orderBy(...orderBy(sortable, sort, articles.id));
    const { list, total } = await paginate(input, rows, counted(ctx.db, articles, where));
    return { total, list: await shown(ctx, list) };
  },

  detail: (ctx, { id }) => readArticle(ctx, id),
  add,
  update,
  review,
  publish,

  unlist: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    const state = stateAfter(row, 'UNLIST');
    await ctx.db.delete(articleTexts).where(eq(articleTexts.articleId, id));
    return await change(ctx, row, { state, isLive: false });
  },

  remove: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    stateAfter(row, 'DELETE');
    await ctx.db.delete(articles).where(eq(articles.id, id));
    return {};
  },

  history,
  restore,

  gaps: readGaps,
  closeGap,
});
