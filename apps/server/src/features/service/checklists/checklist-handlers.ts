import { checklistCalls, type Checklist } from '@sweepline/contract';
import { and, asc, eq, ilike, inArray, isNull, type SQL } from 'drizzle-orm';
import { findCompany, visibleOrInherited } from '../../../entities/people/company-service.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { checklists, type ChecklistRow } from '../../../entities/service/checklist-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';

/** Templates of the tenant scope, and through the RLS policy those of companies above it. */
const templateRows = (db: Tx) =>
  db
    .select({ row: checklists, companyName: companies.name })
    .from(checklists)
    .leftJoin(
      companies,
      and(eq(companies.id, checklists.companyId), visible(db, { companyId: companies.id })),
    )
    .$dynamic();

const isOwn = (db: Tx, { companyId }: Pick<ChecklistRow, 'companyId'>) =>
  db.scope === '*' || db.scope.includes(companyId);

/** A template of a company above names neither the company nor its people. */
function shown(db: Tx, { row, companyName }: { row: ChecklistRow; companyName: string | null }): Checklist {
  const own = isOwn(db, row);
  return {
    ...row,
    companyName: own ? companyName : null,
    isInherited: !own,
    updatedBy: own ? row.updatedBy : '',
  };
}

async function readTemplate(db: Tx, id: string): Promise<Checklist> {
  const [found] = await templateRows(db).where(
    and(eq(checklists.id, id), isNull(checklists.deletedAt), visibleOrInherited(db, checklists)),
  );
  if (!found) throw new Refusal('notFound');
  return shown(db, found);
}

/** One template of the tenant scope, to change it. */
async function findOwn(db: Tx, id: string): Promise<ChecklistRow> {
  const row = await find(db, checklists, id, { lock: true });
  if (row.deletedAt !== null) throw new Refusal('notFound');
  return row;
}

/** Refuses the name of another template of the company. */
async function checkName(db: Tx, companyId: string, name: string, exceptId = ''): Promise<void> {
  const [same] = await db
    .select({ id: checklists.id })
    .from(checklists)
    .where(
      and(
        eq(checklists.companyId, companyId),
        ilike(checklists.name, contains(name).slice(1, -1)),
        isNull(checklists.deletedAt),
      ),
    );
  if (same && same.id !== exceptId) throw new Refusal('nameTaken');
}

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

export const checklistAnswers = answer(checklistCalls, {
  list: async ({ db }, { keyword, companyId, ...page }) => {
    const usable = companyId ? idsOf((await findCompany(db, companyId)).path) : undefined;
    const where: SQL | undefined = and(
      isNull(checklists.deletedAt),
      visibleOrInherited(db, checklists),
      usable ? inArray(checklists.companyId, usable) : undefined,
      keyword ? ilike(checklists.name, contains(keyword)) : undefined,
    );
    const rows = templateRows(db).where(where).orderBy(asc(checklists.name), asc(checklists.id));
    const { list, total } = await paginate(page, rows, counted(db, checklists, where));
    return { total, list: list.map((found) => shown(db, found)) };
  },

  detail: ({ db }, { id }) => readTemplate(db, id),

  create: async (ctx, { companyId = ctx.account.companyId, ...fields }) => {
    const { db } = ctx;
    await findCompany(db, companyId);
    await checkName(db, companyId, fields.name);
    const id = newId();
    const stamp = stampOf(ctx);
    await db.insert(checklists).values({ id, companyId, ...fields, createdAt: stamp.updatedAt, ...stamp });
    return await readTemplate(db, id);
  },

  update: async (ctx, { id, version, ...fields }) => {
    const { db } = ctx;
    const row = await findOwn(db, id);
    checkVersion(row, version);
    await checkName(db, row.companyId, fields.name, id);
    await db
      .update(checklists)
      .set({ ...fields, ...stampOf(ctx), version: version + 1 })
      .where(eq(checklists.id, id));
    return await readTemplate(db, id);
  },

  remove: async (ctx, { id }) => {
    await findOwn(ctx.db, id);
    const deletedAt = ctx.now().toISOString();
    await ctx.db
      .update(checklists)
      .set({ ...stampOf(ctx), deletedAt })
      .where(eq(checklists.id, id));
    return {};
  },
});
