import type { companyCalls, Input } from '@sweepline/contract';
import { and, asc, desc, eq, gte, ilike, inArray, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { contains, counted, pageOf, visible, windowOf } from '../../platform/db/page.ts';
import { companyRows, withCounts } from './company-rows.ts';
import { holdsFor } from './company-rules.ts';
import { companyScope, underPath } from './company-service.ts';
import { companies } from './company-table.ts';

const upper = alias(companies, 'upper');

export type CompanyFilters = Input<(typeof companyCalls)['export']>;
type ListInput = Input<(typeof companyCalls)['list']>;

const search = (keyword: string) => {
  const pattern = contains(keyword);
  const { name, location, contactName } = companies;
  return or(ilike(name, pattern), ilike(location, pattern), ilike(contactName, pattern));
};
/** It or one above it is frozen. Few are, so the way up is looked for among these and not for each row. */
const isFrozen = sql`exists (select 1 from ${companies} as ${upper}
  where ${upper.frozenAt} is not null and ${underPath(companies.path, sql`${upper.path}`)})`;

/** What a list of companies is narrowed to, the fence first. */
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

const orders: Record<NonNullable<ListInput['sort']>, SQL> = {
  name: asc(companies.name),
  '-name': desc(companies.name),
  rating: sql`${companies.rating} asc nulls last`,
  '-rating': sql`${companies.rating} desc nulls last`,
  createdAt: asc(companies.createdAt),
  '-createdAt': desc(companies.createdAt),
};

/** Refuses the list of a type whose page the caller does not hold. */
export function checkPage({ account }: Pick<Ctx, 'account'>, type: 1 | 2): void {
  if (!holdsFor(account, type, 'page')) throw new Refusal('forbidden');
}

/** One page of agents or of terminal companies. */
export async function listCompanies(ctx: Ctx, input: ListInput) {
  checkPage(ctx, input.type);
  const { db, account } = ctx;
  const where = companyFilter(db, input);
  const { limit, offset } = windowOf(input);
  const order = [orders[input.sort ?? 'name'], asc(companies.id)];
  const onPage = db
    .select({ id: companies.id })
    .from(companies)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  // The page is cut before anything is joined, and only its rows are counted in.
  const rows = companyRows(db, account, inArray(companies.id, onPage)).orderBy(...order);
  const found = await pageOf(rows, counted(db, companies, where));
  return { list: await withCounts(db, account, found.list), total: found.total };
}
