import { maxSavedViews, savedViewCalls } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { counted } from '../../../platform/db/page.ts';
import { savedViews } from './saved-view-table.ts';

/** The caller's own views of one list. Not by company: staff linked to companies do not see rows of their own company. */
const own = ({ account }: Ctx, page: string) =>
  and(eq(savedViews.accountId, account.id), eq(savedViews.page, page));

export const savedViewAnswers = answer(savedViewCalls, {
  list: async (ctx, { page }) => ({
    list: await ctx.db.select().from(savedViews).where(own(ctx, page)).orderBy(asc(savedViews.name)),
  }),

  save: async (ctx, { page, name, query }) => {
    const { db, account, now } = ctx;
    if ((await counted(db, savedViews, own(ctx, page))) >= maxSavedViews)
      throw wrongField('name', 'TOO_MANY_VIEWS', { max: maxSavedViews });
    const [saved] = await db
      .insert(savedViews)
      .values({
        id: newId(),
        companyId: account.companyId,
        accountId: account.id,
        page,
        name,
        query,
        createdAt: now().toISOString(),
      })
      .onConflictDoUpdate({
        target: [savedViews.accountId, savedViews.page, savedViews.name],
        set: { query },
      })
      .returning();
    return saved!;
  },

  remove: async ({ db, account }, { id }) => {
    const rows = await db
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), eq(savedViews.accountId, account.id)))
      .returning({ id: savedViews.id });
    if (rows.length === 0) throw new Refusal('notFound');
    return {};
  },
});
