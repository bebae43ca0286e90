import { eq, like, sql } from 'drizzle-orm';
import { companyTypes } from '@sweepline/contract';
import type { Clock } from '../../platform/clock.ts';
import { Refusal, wrongField } from '../../platform/ctx.ts';
import type { Scope, Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { pathUnder, whyNotUnder } from './company-rules.ts';
import { companies } from './company-table.ts';

export type CompanyRow = typeof companies.$inferSelect;

export interface NewCompany {
  id?: string;
  name: string;
  type: 0 | 1 | 2;
  agentLevel?: number | null;
  feature?: 0 | 1;
  parentId: string | null;
}

/** One company within the transaction's fence. */
export async function findCompany(db: Tx, id: string): Promise<CompanyRow> {
  const [found] = await db.select().from(companies).where(eq(companies.id, id));
  if (!found) throw new Refusal('notFound');
  return found;
}

export async function createCompany(
  db: Tx,
  now: Clock,
  by: string,
  company: NewCompany,
): Promise<CompanyRow> {
  const id = company.id ?? newId();
  const parent = company.parentId ? await findCompany(db, company.parentId) : null;
  const agentLevel = company.agentLevel ?? null;
  const reason = whyNotUnder({ id, type: company.type, agentLevel }, parent);
  if (reason) throw wrongField('parentId', reason);
  const at = now().toISOString();
  const [made] = await db
    .insert(companies)
    .values({
      ...company,
      id,
      agentLevel,
      path: pathUnder(parent?.path ?? '', id),
      createdAt: at,
      updatedAt: at,
      updatedBy: by,
    })
    .returning();
  return made!;
}

/** Moves a company and everything below it. */
export async function moveCompany(
  db: Tx,
  now: Clock,
  by: string,
  id: string,
  parentId: string,
): Promise<void> {
  // Moves take turns: two at once could each look right and together make a circle.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('companies'))`);
  const company = await findCompany(db, id);
  const parent = await findCompany(db, parentId);
  const reason = whyNotUnder(company, parent);
  if (reason) throw wrongField('parentId', reason);
  const path = pathUnder(parent.path, id);
  await db
    .update(companies)
    .set({ parentId, version: company.version + 1, updatedAt: now().toISOString(), updatedBy: by })
    .where(eq(companies.id, id));
  await db
    .update(companies)
    .set({ path: sql`${path} || substr(${companies.path}, ${company.path.length + 1})` })
    .where(like(companies.path, `${company.path}%`));
}

/** The companies somebody of this company sees: it and those below it. The provider sees all there are and will be. */
export async function scopeOf(db: Tx, company: Pick<CompanyRow, 'type' | 'path'>): Promise<Scope> {
  if (company.type === companyTypes.provider) return '*';
  const below = await db
    .select({ id: companies.id })
    .from(companies)
    .where(like(companies.path, `${company.path}%`));
  return below.map(({ id }) => id);
}
