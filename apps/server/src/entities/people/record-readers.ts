import { everything, type Call } from '@sweepline/contract';
import { and, asc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { companies } from './company-table.ts';
import { accountName } from './account-names.ts';
import { accounts } from './account-table.ts';
import { accountById } from './account-service.ts';
import { scopeOf } from './company-service.ts';
import { roles } from './role-table.ts';
import { hasPermission, Refusal, type Account } from '../../platform/calls/ctx.ts';
import { asSystem } from '../../platform/db/as-system.ts';
import { contains, inValues, visible } from '../../platform/db/page.ts';
import type { Tx } from '../../platform/db/db.ts';
import { paginate, type PageInput } from '../../platform/db/paginate.ts';

/** A record by its company and by who may see records of its kind. */
export interface Subject {
  companyId: string;
  allow: Call['allow'];
}

/** Whether an account holds the permission to see records of a kind. */
export const mayRead = (
  account: Pick<Account, 'superAdmin' | 'permissionCodes'>,
  allow: Call['allow'],
): boolean =>
  allow === 'everyone' ||
  allow === 'signedIn' ||
  (allow === 'superAdmin' ? account.superAdmin : hasPermission(account, allow));

/** The codes of which an account needs one to see the records of a kind; undefined if it needs none. */
function codesOf(allow: Call['allow']): readonly string[] | undefined {
  if (allow === 'everyone' || allow === 'signedIn') return undefined;
  return allow === 'superAdmin' ? [] : [allow].flat();
}

/** Accounts that the caller sees and that may see the record: of its company or one above, with the permission. */
export async function listReaders(
  db: Tx,
  { companyId, allow }: Subject,
  input: PageInput & { keyword?: string | undefined },
) {
  const [company] = await db
    .select({ path: companies.path })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw new Refusal('notFound');
  const codes = codesOf(allow);
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
  const rows = db
    .select({ id: accounts.id, name: accountName, companyName: companies.name })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(where)
    .orderBy(asc(accountName), asc(accounts.id));
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(where)
    .then(([row]) => row?.total ?? 0);
  return await paginate(input, rows, total);
}

/** Whether an account sees the record, and may see records of its kind. The caller has checked that it sees the account. */
export const isReader = (db: Tx, { companyId, allow }: Subject, accountId: string): Promise<boolean> =>
  asSystem(db, async (all) => {
    const row = await accountById(all, accountId);
    if (!row || row.account.disabled) return false;
    const rights = {
      superAdmin: row.account.roleType === 1,
      permissionCodes: new Set(row.permissionCodes ?? []),
    };
    const scope = await scopeOf(all, row.account, row.company);
    return mayRead(rights, allow) && (scope === '*' || scope.includes(companyId));
  });
