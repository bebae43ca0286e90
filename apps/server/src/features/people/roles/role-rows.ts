import { permissions, type Role } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Draft } from '../../../platform/db/paginate.ts';
import { visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { beyond, driftOf, offeredBy } from './role-rules.ts';
import { roles } from '../../../entities/people/role-table.ts';

const origins = alias(roles, 'origins');
const makers = alias(accounts, 'makers');
const makerRoles = alias(roles, 'maker_roles');

/** Number of accounts with a role. */
export const holderCount =
  sql<number>`(select count(*) from ${accounts} holder where holder.role_id = ${roles.id})`.mapWith(Number);
const copyCount =
  sql<number>`(select count(*) from ${roles} copy where copy.origin_id = ${roles.id})`.mapWith(Number);
/** SQL form of `offeredBy`, in the order of the role. */
const offered = sql`array(select code from unnest(${roles.permissions}) with ordinality as granted (code, n)
  where not (starts_with(code, ${permissions.accounts}) or starts_with(code, ${permissions.roles})) order by n)`;
const behindCount = sql<number>`(select count(*) from ${roles} copy where copy.origin_id = ${roles.id}
  and copy.origin_codes <> ${offered} and copy.permissions <> ${offered})`.mapWith(Number);

/** Roles in the form of `roleOf`, for the account in the placeholder `reader`. */
export const roleRows = (db: Draft, from = roles) =>
  db
    .select({
      role: roles,
      company: { name: companies.name, type: companies.type },
      origin: { id: origins.id, name: origins.name, permissions: origins.permissions },
      maker: { roleType: makers.roleType },
      makerRole: { permissions: makerRoles.permissions },
      own: sql<boolean>`coalesce(${roles.id} = (select role_id from ${accounts} where id = ${sql.placeholder('reader')}), false)`,
      holders: holderCount,
      copies: { total: copyCount, behind: behindCount },
    })
    .from(from)
    .innerJoin(companies, eq(companies.id, roles.companyId))
    .leftJoin(origins, eq(origins.id, roles.originId))
    .leftJoin(makers, eq(makers.id, roles.makerId))
    .leftJoin(makerRoles, eq(makerRoles.id, makers.roleId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof roleRows>>[number];

/** A role in the form of the contract. */
export function roleOf({ role, company, origin, maker, makerRole, own, holders, copies }: Row): Role {
  const { originId: _originId, originCodes, makerId: _makerId, makerIds: _makerIds, ...fields } = role;
  // Without a visible creator, the role is not compared with its creator's rights.
  const comparable = maker !== null && maker.roleType !== 1;
  return {
    ...fields,
    companyName: company.name,
    companyType: company.type,
    own,
    holders,
    copies,
    origin: origin
      ? {
          id: origin.id,
          name: origin.name,
          drift: driftOf(role.permissions, originCodes, offeredBy(origin.permissions)),
        }
      : null,
    exceeds: comparable ? beyond(new Set(makerRole?.permissions), role.permissions) : [],
  };
}

/** One visible role in the form of the contract. */
export async function readRole({ db, account }: Pick<Ctx, 'db' | 'account'>, id: string): Promise<Role> {
  const [row] = await roleRows(db)
    .where(and(eq(roles.id, id), visible(db, roles)))
    .execute({ reader: account.id });
  if (!row) throw new Refusal('notFound');
  return roleOf(row);
}
