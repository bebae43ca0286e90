import { articleCategoryCalls } from '@sweepline/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { writerType } from './article-audience.ts';
import { articleCategories, articles, articleTexts } from './article-table.ts';

const articleCount = (db: Tx) =>
  db.$count(articles, and(eq(articles.categoryId, articleCategories.id), visible(db, articles)));

export const articleCategoryAnswers = answer(articleCategoryCalls, {
  list: async ({ db, caller }, page) => {
    const where = visibleOrInherited(db, articleCategories);
    const rows = db
      .select({
        id: articleCategories.id,
        companyId: articleCategories.companyId,
        names: articleCategories.names,
        articles: articleCount(db),
      })
      .from(articleCategories)
      .where(where)
      .orderBy(asc(sql`${articleCategories.names}->>${caller.lang}`), asc(articleCategories.id))
      .$dynamic();
    const { list, total } = await paginate(page, rows, counted(db, articleCategories, where));
    return { total, list: list.map((row) => ({ ...row, isOwn: isOwn(db, row.companyId) })) };
  },

  add: async (ctx, { names }) => {
    await writerType(ctx);
    const { db, now, account } = ctx;
    const id = newId();
    const createdAt = now().toISOString();
    await db.insert(articleCategories).values({ id, companyId: account.companyId, names, createdAt });
    return { id, names, articles: 0, isOwn: true };
  },

  update: async (ctx, { id, names }) => {
    const { db } = ctx;
    await find(db, articleCategories, id, { lock: true });
    await writerType(ctx);
    await db.update(articleCategories).set({ names }).where(eq(articleCategories.id, id));
    return { id, names, isOwn: true, articles: await db.$count(articles, eq(articles.categoryId, id)) };
  },

  remove: async (ctx, { id }) => {
    const { db } = ctx;
    await find(db, articleCategories, id, { lock: true });
    await writerType(ctx);
    const without = { categoryId: null };
    await db.update(articles).set(without).where(eq(articles.categoryId, id));
    await db.update(articleTexts).set(without).where(eq(articleTexts.categoryId, id));
    await db.delete(articleCategories).where(eq(articleCategories.id, id));
    return {};
  },
});

/** Whether the caller may change it: one of a company above is only used. */
const isOwn = (db: Tx, companyId: string) => db.scope === '*' || db.scope.includes(companyId);
