import type { AccountSide, Input, roleCalls } from '@sweepline/contract';
import { everything } from '@sweepline/contract';
import { and, eq, ilike, sql, type SQL } from 'drizzle-orm';
import type { Account } from '../../../platform/calls/ctx.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { paginateTable } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { onSide } from '../../../entities/people/company-service.ts';
import { holderCount, roleOf, roleRows } from './role-rows.ts';
import { visibleSides } from './role-rules.ts';
import { roles } from '../../../entities/people/role-table.ts';

type ListInput = Input<(typeof roleCalls)['list']>;

/** Rows of the given side, or of all sides that the account may see. */
function ofSides(account: Account, side: AccountSide | undefined): SQL | undefined {
  const visibleToAccount = visibleSides(account);
  if (side && !visibleToAccount.includes(side)) throw new Refusal('forbidden');
  const sides = side ? [side] : visibleToAccount;
  if (sides.length === 2) return undefined;
  return sides[0] ? onSide(account, roles.companyId, sides[0]) : sql`false`;
}

const sortable = { name: sql`lower(${roles.name})`, updatedAt: roles.updatedAt, holders: holderCount };

/** One page of roles. */
export async function listRoles(db: Tx, account: Account, input: ListInput) {
  const { keyword, side, companyId, permission, isDefault } = input;
  const where = and(
    visible(db, roles),
    ofSides(account, side),
    keyword ? ilike(roles.name, contains(keyword)) : undefined,
    companyId ? eq(roles.companyId, companyId) : undefined,
    permission ? sql`${roles.permissions} && array[${permission}, ${everything}]` : undefined,
    isDefault === undefined ? undefined : sql`(cardinality(${roles.defaultFor}) > 0) = ${isDefault}`,
  );
  const page = await paginateTable(db, {
    table: roles,
    rows: roleRows,
    where,
    input,
    orderBy: orderBy(sortable, input.sort ?? 'name', roles.id),
    values: { reader: account.id },
  });
  return { ...page, list: page.list.map(roleOf) };
}
