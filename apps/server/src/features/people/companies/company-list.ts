import type { companyCalls, Input } from '@sweepline/contract';
import { and, eq, gte, ilike, inArray, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { companyRows, withCounts } from './company-rows.ts';
import { holdsFor } from '../../../entities/people/company-rules.ts';
import { companyScope, underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';

const ancestors = alias(companies, 'upper');

export type CompanyFilters = Input<(typeof companyCalls)['export']>;
type ListInput = Input<(typeof companyCalls)['list']>;

const search = (keyword: string) => {
  const pattern = contains(keyword);
  const { name, location, contactName } = companies;
  return or(ilike(name, pattern), ilike(location, pattern), ilike(contactName, pattern));
};
/** Whether the company or one above it is frozen. Frozen companies are few, so the query starts from them. */
const isFrozen = sql`exists (select 1 from ${companies} as ${ancestors}
  where ${ancestors.frozenAt} is not null and ${underPath(companies.path, sql`${ancestors.path}`)})`;

/** The conditions of a company list, including the tenant scope. */
export const companyFilter = (db: Tx, filters: CompanyFilters): SQL | undefined =>
  and(
    visible(db, companyScope),
    eq(companies.type, filters.type),
    filters.keyword ? search(filters.keyword) : undefined,
    filters.region ? eq(companies.region, filters.region) : undefined,
    filters.agentLevel ? eq(companies.agentLevel, filters.agentLevel) : undefined,
    filters.parentId ? eq(companies.parentId, filters.parentId) : undefined,
    filters.salesId ? eq(companies.salesId, filters.salesId) : undefined,
    filters.faeId ? eq(companies.faeId, filters.faeId) : undefined,
    filters.scenario ? eq(companies.scenario, filters.scenario) : undefined,
    filters.rating ? gte(companies.rating, filters.rating) : undefined,
    filters.access && (filters.access === 'FROZEN' ? isFrozen : not(isFrozen)),
  );

const sortable = { name: companies.name, rating: companies.rating, createdAt: companies.createdAt };

/** Refuses the list of a type without the permission for its page. */
export function checkPage({ account }: Pick<Ctx, 'account'>, type: 1 | 2): void {
  if (!holdsFor(account, type, 'page')) throw new Refusal('forbidden');
}

/** One page of agents or of terminal companies. */
export async function listCompanies(ctx: Ctx, input: ListInput) {
  checkPage(ctx, input.type);
  const { db, account } = ctx;
  const where = companyFilter(db, input);
  const order = orderBy(sortable, input.sort ?? 'name', companies.id);
  const ids = db
    .select({ id: companies.id })
    .from(companies)
    .where(where)
    .orderBy(...order);
  // The page is limited before the joins, and counts are read for its rows only.
  const rows = (limit: number, offset: number) =>
    companyRows(db, account, inArray(companies.id, ids.limit(limit).offset(offset))).orderBy(...order);
  const page = await paginate(input, rows, counted(db, companies, where));
  return { list: await withCounts(db, account, page.list), total: page.total };
}
