import { everything, type Input, type needCalls } from '@sweepline/contract';
import { and, asc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { companies } from '../../entities/people/company-table.ts';
import { accounts } from '../../entities/people/account-table.ts';
import { accountById } from '../../entities/people/account-service.ts';
import { scopeOf } from '../../entities/people/company-service.ts';
import { roles } from '../../entities/people/role-table.ts';
import type { NeedSource } from '../../entities/work/need-source.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { asSystem } from '../../platform/db/as-system.ts';
import { contains, find, inValues, visible } from '../../platform/db/page.ts';
import { paginate } from '../../platform/db/paginate.ts';
import { maySee } from './need-service.ts';

interface Subject {
  companyId: string;
  source: Pick<NeedSource, 'allow'>;
}

/** The codes of which an account needs one to see the records of a source; undefined if it needs none. */
function codesOf({ allow }: Pick<NeedSource, 'allow'>): readonly string[] | undefined {
  if (allow === 'everyone' || allow === 'signedIn') return undefined;
  return allow === 'superAdmin' ? [] : [allow].flat();
}

/** Accounts that the caller sees and that may see the record: of its company or one above, with the permission. */
export async function listPeople(
  ctx: Ctx,
  { companyId, source }: Subject,
  input: Input<(typeof needCalls)['people']>,
) {
  const { db } = ctx;
  const [company] = await db
    .select({ path: companies.path })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw new Refusal('notFound');
  const codes = codesOf(source);
  const pattern = input.keyword ? contains(input.keyword) : undefined;
  const granted =
    codes && sql`${roles.permissions} && ${sql.param(`{${[...codes, everything].join(',')}}`)}::text[]`;
  // Sales and technical support of the provider see only the companies linked to them.
  const linked = sql`exists (select from ${companies} l where (case ${accounts.staffKind} when 'SALES' then l.sales_id else l.fae_id end) = ${accounts.id}
    and starts_with(${company.path}, l.path))`;
  const where = and(
    visible(db, accounts),
    eq(accounts.disabled, false),
    inValues(accounts.companyId, company.path.split('/').filter(Boolean)),
    or(eq(accounts.roleType, 1), granted ?? sql`true`),
    or(eq(accounts.roleType, 1), ne(companies.type, 0), eq(accounts.staffKind, 'MEMBER'), linked),
    pattern ? or(ilike(accounts.username, pattern), ilike(accounts.nickname, pattern)) : undefined,
  );
  const name = sql<string>`coalesce(nullif(${accounts.nickname}, ''), ${accounts.username})`;
  const rows = db
    .select({ id: accounts.id, name, companyName: companies.name })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(where)
    .orderBy(asc(name), asc(accounts.id));
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(where)
    .then(([row]) => row?.total ?? 0);
  return await paginate(input, rows, total);
}

/** Refuses an account that the caller does not see, or that may not see the record, like a missing one. */
export async function checkReceiver(
  { db }: Pick<Ctx, 'db'>,
  { companyId, source }: Subject,
  accountId: string,
): Promise<void> {
  await find(db, accounts, accountId);
  const may = await asSystem(db, async (all) => {
    const row = await accountById(all, accountId);
    if (!row || row.account.disabled) return false;
    const rights = {
      superAdmin: row.account.roleType === 1,
      permissionCodes: new Set(row.permissionCodes ?? []),
    };
    const scope = await scopeOf(all, row.account, row.company);
    return maySee(rights, source) && (scope === '*' || scope.includes(companyId));
  });
  if (!may) throw new Refusal('notFound');
}
