import type { AccountSide, Input, roleCalls } from '@sweepline/contract';
import { everything } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, ne, sql, type SQL } from 'drizzle-orm';
import type { Account } from '../../platform/ctx.ts';
import { Refusal } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { contains, pageOf, visible, windowOf } from '../../platform/page.ts';
import { companies } from '../companies/company-table.ts';
import { holderCount, roleOf, roleRows } from './role-rows.ts';
import { sidesSeen } from './role-rules.ts';
import { roles } from './role-table.ts';

type ListInput = Input<(typeof roleCalls)['list']>;

const provider = 0;

/** Rows of the sides an account may see, or of the one it asks for. */
function onSide(account: Account, asked: AccountSide | undefined): SQL | undefined {
  const sides = sidesSeen(account);
  if (asked && !sides.includes(asked)) throw new Refusal('forbidden');
  const wanted = asked ? [asked] : sides;
  if (wanted.length === 2) return undefined;
  return wanted[0] === 'INTERNAL' ? eq(companies.type, provider) : ne(companies.type, provider);
}

const sortable = { name: sql`lower(${roles.name})`, updatedAt: roles.updatedAt, holders: holderCount };

function orderOf(sort: ListInput['sort'] = 'name'): SQL[] {
  const down = sort.startsWith('-');
  const column = sortable[(down ? sort.slice(1) : sort) as keyof typeof sortable];
  return down ? [desc(column), desc(roles.id)] : [asc(column), asc(roles.id)];
}

/** One page of roles. */
export function listRoles(db: Tx, account: Account, input: ListInput) {
  const { limit, offset } = windowOf(input);
  const { keyword, side, companyId, permission, isDefault } = input;
  const where = and(
    visible(db, roles),
    onSide(account, side),
    keyword ? ilike(roles.name, contains(keyword)) : undefined,
    companyId ? eq(roles.companyId, companyId) : undefined,
    permission ? sql`${roles.permissions} && array[${permission}, ${everything}]` : undefined,
    isDefault === undefined ? undefined : sql`(cardinality(${roles.defaultFor}) > 0) = ${isDefault}`,
  );
  const rows = roleRows(db, account.id)
    .where(where)
    .orderBy(...orderOf(input.sort))
    .limit(limit)
    .offset(offset)
    .then((found) => found.map(roleOf));
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(roles)
    .innerJoin(companies, eq(companies.id, roles.companyId))
    .where(where)
    .then(([row]) => row?.total ?? 0);
  return pageOf(rows, total);
}
