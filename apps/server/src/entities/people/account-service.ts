import type { AccountKind } from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, wrongField } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { hashPassword } from '../../platform/runtime/passwords.ts';
import { companies } from './company-table.ts';
import { roles } from './role-table.ts';
import { accounts } from './account-table.ts';

export interface NewAccount {
  companyId: string;
  username: string;
  nickname: string;
  password: string;
  roleType: 1 | 2 | 3;
  roleId?: string | null;
  mustChangePassword?: boolean;
  phone?: string;
  email?: string;
  staffKind?: AccountKind;
}

/** The columns of an account that a session needs. */
const accountColumns = {
  account: accounts,
  company: companies,
  permissionCodes: roles.permissions,
  roleName: roles.name,
};

const selectAccounts = (db: Tx) =>
  db
    .select(accountColumns)
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .$dynamic();

export type AccountWithRole = Awaited<ReturnType<typeof selectAccounts>>[number];

/** The stored form of a username: NFKC, so full-width letters become plain ones, and trimmed. */
export const normalName = (username: string) => username.normalize('NFKC').trim();

/** The account of a username as typed. Case does not matter. */
export async function accountByName(db: Tx, username: string): Promise<AccountWithRole | undefined> {
  const [row] = await selectAccounts(db).where(eq(accounts.nameKey, sql`lower(${normalName(username)})`));
  return row;
}

export async function accountById(db: Tx, id: string): Promise<AccountWithRole | undefined> {
  const [row] = await selectAccounts(db).where(eq(accounts.id, id));
  return row;
}

/** Stores a new account. Only the hash of its password is stored. */
export async function createAccount(db: Tx, now: Clock, by: string, account: NewAccount): Promise<string> {
  const { password, ...rest } = account;
  return await insertAccount(db, now, by, { ...rest, passwordHash: await hashPassword(password) });
}

type AccountColumns = Omit<
  typeof accounts.$inferInsert,
  'id' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy'
>;

/**
 * Stores a new account with a hashed password. Names are unique regardless of case; a duplicate is refused with
 * `nameTaken`.
 */
export async function insertAccount(
  db: Tx,
  now: Clock,
  by: string,
  account: AccountColumns,
): Promise<string> {
  const [company] = await db.select().from(companies).where(eq(companies.id, account.companyId));
  if (!company) throw new Refusal('notFound');
  if (account.roleType === 1 && company.type !== 0) throw wrongField('roleType', 'SUPER_ADMIN_OF_PROVIDER');
  const at = now().toISOString();
  const id = newId();
  const username = normalName(account.username);
  const [row] = await db
    .insert(accounts)
    .values({ ...account, username, id, createdAt: at, updatedAt: at, updatedBy: by })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!row) throw new Refusal('nameTaken');
  return id;
}

/** Replaces a password. Open sessions stay open. */
export async function setPassword(
  db: Tx,
  now: Clock,
  by: string,
  id: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db
    .update(accounts)
    .set({ passwordHash, updatedAt: now().toISOString(), updatedBy: by })
    .where(eq(accounts.id, id));
}
