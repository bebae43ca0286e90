import { and, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/db/db.ts';
import { inValues, visible } from '../../platform/db/page.ts';
import { accounts } from './account-table.ts';

/** The placeholder of the reader's account in a prepared list. */
export const reader = sql.placeholder('reader');
const scope = sql`${sql.placeholder('scope')}::uuid[]`;

/** The values of the placeholders that `nameSeenBy` uses. */
export const readerValues = (db: Tx, accountId: string) => ({
  reader: accountId,
  scope: db.scope === '*' ? null : [...db.scope],
});

/** SQL: the name of an account; null if the reader does not see the account. */
export const nameSeenBy = (id: PgColumn): SQL<string | null> =>
  sql<string | null>`(select coalesce(nullif(a.nickname, ''), a.username) from ${accounts} a
    where a.id = ${id} and (a.id = ${reader} or ${scope} is null or a.company_id = any(${scope})))`;

/** SQL: the same as `nameOfAccount` of the contract. */
export const accountName = sql<string>`coalesce(nullif(${accounts.nickname}, ''), ${accounts.username})`;

/** Names of the accounts that the caller sees. */
export async function accountNames(db: Tx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const accountIds = [...new Set(ids.flatMap((id) => id ?? []))];
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .select({ id: accounts.id, name: accountName })
    .from(accounts)
    .where(and(inValues(accounts.id, accountIds), visible(db, accounts)));
  return new Map(rows.map((row) => [row.id, row.name]));
}
