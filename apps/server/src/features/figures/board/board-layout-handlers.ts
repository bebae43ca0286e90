import { boardLayoutCalls, companyFeatures, type BoardLayout, type PlacedBlock } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { changedMeanwhile, find, inValues, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { boardLayouts } from './board-layout-table.ts';

const idsOf = (blocks: readonly PlacedBlock[]) => [
  ...new Set(blocks.flatMap(({ siteId }) => (siteId ? [siteId] : []))),
];

async function layoutRow({ db, account }: Ctx) {
  const { companyId } = account;
  const [row] = await db.select().from(boardLayouts).where(eq(boardLayouts.companyId, companyId));
  return row;
}

/** Staff of the provider may see some branches only and not their own company: they have the standard view. */
async function hasCustomView({ db, account }: Ctx): Promise<boolean> {
  const [company] = await db
    .select({ feature: companies.feature })
    .from(companies)
    .where(eq(companies.id, account.companyId));
  return company?.feature === companyFeatures.custom;
}

async function readLayout(ctx: Ctx): Promise<BoardLayout> {
  const { db } = ctx;
  const [row, isCustom] = await Promise.all([layoutRow(ctx), hasCustomView(ctx)]);
  const { version = 0, updatedAt = null, updatedBy = '' } = row ?? {};
  const blocks = isCustom ? (row?.blocks ?? null) : null;
  const ids = idsOf(blocks ?? []);
  const named =
    ids.length === 0
      ? []
      : await db
          .select({ id: sites.id, name: sites.name })
          .from(sites)
          .where(and(visible(db, sites), inValues(sites.id, ids)));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    blocks: blocks?.map((block) => ({ ...block, siteName: names.get(block.siteId ?? '') ?? null })) ?? null,
    version,
    updatedAt,
    updatedBy,
  };
}

/** Stores the layout of the caller's company if `version` is the current one; 0 stands for none. */
async function storeLayout(ctx: Ctx, version: number, blocks: PlacedBlock[] | null): Promise<BoardLayout> {
  const { db, account, now } = ctx;
  const { companyId } = account;
  if (!(await hasCustomView(ctx))) throw new Refusal('wrongState');
  for (const id of idsOf(blocks ?? [])) await find(db, sites, id);
  const change = {
    blocks,
    version: version + 1,
    updatedAt: now().toISOString(),
    updatedBy: account.username,
  };
  // The version is part of the WHERE clause, and a company has one row: of two concurrent saves the second is refused.
  const [stored] =
    version === 0
      ? await db
          .insert(boardLayouts)
          .values({ companyId, ...change })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(boardLayouts)
          .set(change)
          .where(and(eq(boardLayouts.companyId, companyId), eq(boardLayouts.version, version)))
          .returning();
  if (!stored) {
    const current = await layoutRow(ctx);
    throw changedMeanwhile(current?.updatedBy ?? '', current?.updatedAt);
  }
  return await readLayout(ctx);
}

export const boardLayoutAnswers = answer(boardLayoutCalls, {
  current: (ctx) => readLayout(ctx),
  save: (ctx, { version, blocks }) => storeLayout(ctx, version, blocks),
  reset: (ctx, { version }) => storeLayout(ctx, version, null),
});
