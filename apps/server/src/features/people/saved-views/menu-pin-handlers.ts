import { maxMenuPins, menuPinCalls } from '@sweepline/contract';
import { and, asc, eq, not } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { menuPins } from './menu-pin-table.ts';

/** The caller's own pins. Not by company: staff linked to companies do not see rows of their own company. */
const own = ({ account }: Pick<Ctx, 'account'>) => eq(menuPins.accountId, account.id);
const isAt = ({ page, query }: { page: string; query: string }) =>
  and(eq(menuPins.page, page), eq(menuPins.query, query));

export const menuPinAnswers = answer(menuPinCalls, {
  list: async (ctx) => ({
    list: await ctx.db
      .select({ page: menuPins.page, query: menuPins.query, name: menuPins.name })
      .from(menuPins)
      .where(own(ctx))
      .orderBy(asc(menuPins.createdAt), asc(menuPins.id)),
  }),

  add: async (ctx, { page, query, name }) => {
    const others = and(own(ctx), not(isAt({ page, query })!));
    if ((await counted(ctx.db, menuPins, others)) >= maxMenuPins)
      throw wrongField('page', 'TOO_MANY_PINS', { max: maxMenuPins });
    const { companyId, id: accountId } = ctx.account;
    await ctx.db
      .insert(menuPins)
      .values({ id: newId(), companyId, accountId, page, query, name, createdAt: ctx.now().toISOString() })
      .onConflictDoUpdate({ target: [menuPins.accountId, menuPins.page, menuPins.query], set: { name } });
    return {};
  },

  remove: async (ctx, place) => {
    await ctx.db.delete(menuPins).where(and(own(ctx), isAt(place)));
    return {};
  },
});
