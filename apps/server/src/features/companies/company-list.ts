import type { companyCalls, Input } from '@sweepline/contract';
import { and, asc, desc, eq, gte, ilike, not, or, sql, type SQL } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { contains, counted, pageOf, visible, windowOf } from '../../platform/page.ts';
import { companyOf, companyRows, frozenAbove } from './company-rows.ts';
import { holdsFor } from './company-rules.ts';
import { companyFence } from './company-service.ts';
import { companies } from './company-table.ts';

export type CompanyFilters = Input<(typeof companyCalls)['export']>;
type ListInput = Input<(typeof companyCalls)['list']>;

const search = (keyword: string) => {
  const pattern = contains(keyword);
  const { name, location, contactName } = companies;
  return or(ilike(name, pattern), ilike(location, pattern), ilike(contactName, pattern));
};
const isFrozen = sql`(${companies.frozenAt} is not null or ${frozenAbove})`;

/** What a list of companies is narrowed to, the fence first. */
export const companyFilter = (db: Tx, filters: CompanyFilters): SQL | undefined =>
  and(
    visible(db, companyFence),
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
export function listCompanies(ctx: Ctx, input: ListInput) {
  checkPage(ctx, input.type);
  const { db, account } = ctx;
  const where = companyFilter(db, input);
  const { limit, offset } = windowOf(input);
  const rows = companyRows(db, account)
    .where(where)
    .orderBy(orders[input.sort ?? 'name'], asc(companies.id))
    .limit(limit)
    .offset(offset)
    .then((found) => found.map((row) => companyOf(row, account)));
  return pageOf(rows, counted(db, companies, where));
}
