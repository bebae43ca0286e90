import { sparePartCalls, type Input, type SparePart } from '@sweepline/contract';
import { isFilled, models } from '@sweepline/contract/robot';
import { and, asc, eq, ilike, or, sql } from 'drizzle-orm';
import { isOfProvider } from '../../../entities/people/company-rules.ts';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { sparePartPrices, spareParts, type SparePartRow } from '../../../entities/stock/spare-part-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';

type Fields = Input<typeof sparePartCalls.create>;

const wearingParts = new Set<string>(Object.values(models).flatMap(({ consumables }) => consumables));

/** Parts of the tenant scope, and through the RLS policy those of the provider above. Only the former have a price. */
const partRows = (db: Tx) =>
  db
    .select({ row: spareParts, price: sparePartPrices })
    .from(spareParts)
    .leftJoin(sparePartPrices, and(eq(sparePartPrices.partId, spareParts.id), visible(db, sparePartPrices)))
    .$dynamic();

interface Found {
  row: SparePartRow;
  price: typeof sparePartPrices.$inferSelect | null;
}

function shown(db: Tx, { row, price }: Found): SparePart {
  const isOwn = db.scope === '*' || db.scope.includes(row.companyId);
  return {
    ...row,
    price: price && { amount: price.amount, currency: price.currency },
    isOwn,
    updatedBy: isOwn ? row.updatedBy : '',
  };
}

async function readPart(db: Tx, id: string): Promise<SparePart> {
  const [found] = await partRows(db).where(eq(spareParts.id, id));
  if (!found) throw new Refusal('notFound');
  return shown(db, found);
}

/** Only people of the provider who see all companies write the list. */
function checkWriter({ db, account }: Ctx): void {
  if (!isOfProvider(account) || db.scope !== '*') throw new Refusal('forbidden');
}

/** Refuses a part without a counter, and the number of another part. */
async function checkPart(db: Tx, companyId: string, { number, consumable }: Fields, exceptId = '') {
  if (consumable !== null && (!wearingParts.has(consumable) || isFilled(consumable)))
    throw wrongField('consumable', 'NOT_A_WEARING_PART');
  const [same] = await db
    .select({ id: spareParts.id })
    .from(spareParts)
    .where(and(eq(spareParts.companyId, companyId), eq(spareParts.number, number)));
  if (same && same.id !== exceptId) throw wrongField('number', 'PART_NUMBER_TAKEN');
}

async function storePrice(
  db: Tx,
  { id, companyId }: Pick<SparePartRow, 'id' | 'companyId'>,
  { price }: Fields,
) {
  await db.delete(sparePartPrices).where(eq(sparePartPrices.partId, id));
  if (price) await db.insert(sparePartPrices).values({ companyId, partId: id, ...price });
}

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

export const sparePartAnswers = answer(sparePartCalls, {
  list: async ({ db }, { keyword, model, ...page }) => {
    const pattern = keyword ? contains(keyword) : undefined;
    const where = and(
      visibleOrInherited(db, spareParts),
      pattern ? or(ilike(spareParts.number, pattern), ilike(spareParts.name, pattern)) : undefined,
      model
        ? sql`(cardinality(${spareParts.models}) = 0 or ${model} = any(${spareParts.models}))`
        : undefined,
    );
    const rows = partRows(db).where(where).orderBy(asc(spareParts.number), asc(spareParts.id));
    const { list, total } = await paginate(page, rows, counted(db, spareParts, where));
    return { total, list: list.map((found) => shown(db, found)) };
  },

  create: async (ctx, fields) => {
    const { db, account } = ctx;
    checkWriter(ctx);
    const { companyId } = account;
    await checkPart(db, companyId, fields);
    const id = newId();
    const { price: _price, ...columns } = fields;
    const stamp = stampOf(ctx);
    await db.insert(spareParts).values({ id, companyId, ...columns, createdAt: stamp.updatedAt, ...stamp });
    await storePrice(db, { id, companyId }, fields);
    return await readPart(db, id);
  },

  update: async (ctx, { id, version, ...fields }) => {
    const { db } = ctx;
    const row = await find(db, spareParts, id, { lock: true });
    checkWriter(ctx);
    checkVersion(row, version);
    await checkPart(db, row.companyId, fields, id);
    const { price: _price, ...columns } = fields;
    await db
      .update(spareParts)
      .set({ ...columns, ...stampOf(ctx), version: version + 1 })
      .where(eq(spareParts.id, id));
    await storePrice(db, row, fields);
    return await readPart(db, id);
  },

  remove: async (ctx, { id }) => {
    await find(ctx.db, spareParts, id, { lock: true });
    checkWriter(ctx);
    await ctx.db.delete(spareParts).where(eq(spareParts.id, id));
    return {};
  },
});
