import type { Account as AccountRow, accountCalls, Input } from '@sweepline/contract';
import { and, eq, getTableColumns, like, lt, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft } from '../../../platform/db/paginate.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { ofSides, ownRights } from './account-grant-service.ts';
import { actsOn, type Rights } from './account-rules.ts';
import { accounts } from '../../../entities/people/account-table.ts';

type ListInput = Input<(typeof accountCalls)['list']>;
export type AccountFilters = Omit<ListInput, 'page' | 'pageSize' | 'enablePage' | 'sort'>;

const {
  passwordHash: _hash,
  profile: _profile,
  nameKey: _key,
  searched: _text,
  ...publicColumns
} = getTableColumns(accounts);

/** Accounts with their company and role. Password hashes are never selected. */
export const accountRows = (db: Draft, from = accounts) =>
  db
    .select({
      account: publicColumns,
      companyName: companies.name,
      companyType: companies.type,
      roleName: roles.name,
      permissionCodes: roles.permissions,
      nameKey: accounts.nameKey,
    })
    .from(from)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .$dynamic();
export type ListedAccount = Awaited<ReturnType<typeof accountRows>>[number];

/** A row in the form of the contract. */
export function accountOf(
  caller: Account,
  own: Rights,
  { account, permissionCodes, nameKey: _key, ...beside }: ListedAccount,
): AccountRow {
  const target = { ...account, companyType: beside.companyType, permissionCodes: permissionCodes ?? [] };
  return { ...account, ...beside, acts: actsOn(caller, own, target) };
}

const dayMs = 24 * 3_600_000;

function signedIn(now: Clock, span: AccountFilters['lastSignIn']): SQL | undefined {
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  const at = accounts.lastSignInAt;
  switch (span) {
    case undefined:
      return undefined;
    case 'NEVER':
      return isNull(at);
    case 'WITHIN_7_DAYS':
      return gte(at, before(7));
    case 'WITHIN_30_DAYS':
      return gte(at, before(30));
    // Accounts that never signed in match too.
    case 'OVER_30_DAYS':
      return or(isNull(at), lt(at, before(30)));
    case 'OVER_90_DAYS':
      return or(isNull(at), lt(at, before(90)));
  }
}

function inState(state: AccountFilters['state']): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === 'DISABLED') return eq(accounts.disabled, true);
  return and(eq(accounts.disabled, false), eq(accounts.mustChangePassword, state === 'INITIAL'));
}

export const accountFilter = (
  { db, account, now }: Pick<Ctx, 'db' | 'account' | 'now'>,
  input: AccountFilters,
) =>
  and(
    visible(db, accounts),
    ofSides(account, 'list', accounts, input.side),
    input.keyword ? like(accounts.searched, sql`lower(${contains(input.keyword)})`) : undefined,
    input.companyId ? eq(accounts.companyId, input.companyId) : undefined,
    input.roleId ? eq(accounts.roleId, input.roleId) : undefined,
    input.roleType ? sql`${accounts.roleType} = ${input.roleType}` : undefined,
    input.staffKind ? eq(accounts.staffKind, input.staffKind) : undefined,
    inState(input.state),
    signedIn(now, input.lastSignIn),
  );

const { createdAt, nameKey, lastSignInAt, id } = accounts;
/**
 * The orders follow the indexes, so that a page is read from one of them. Accounts that never signed in sort as the
 * oldest.
 */
const sortable = { createdAt, username: nameKey, lastSignInAt: { nullsLowest: lastSignInAt } };

/** One page of the accounts the caller sees. */
export async function listAccounts(ctx: Ctx, input: ListInput) {
  const { db, account } = ctx;
  const [own, result] = await Promise.all([
    ownRights(db, account),
    paginateTable(db, {
      table: accounts,
      rows: accountRows,
      input,
      where: accountFilter(ctx, input),
      orderBy: orderBy(sortable, input.sort ?? '-createdAt', id),
    }),
  ]);
  return { total: result.total, list: result.list.map((row) => accountOf(account, own, row)) };
}

/**
 * One account, the codes of its role, and its current session. An account of a side that is closed to the caller is
 * missing.
 */
export async function describeAccount({ db, account: caller }: Ctx, accountId: string) {
  const where = and(eq(id, accountId), visible(db, accounts), ofSides(caller, 'list', accounts));
  const [row] = await accountRows(db).where(where);
  if (!row) throw new Refusal('notFound');
  const [session] = await db
    .select({ since: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), isNull(sessions.viewedId)));
  const own = await ownRights(db, caller);
  return { account: accountOf(caller, own, row), held: row.permissionCodes ?? [], session: session ?? null };
}
