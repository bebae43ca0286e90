import { and } from 'drizzle-orm';
import { accountName } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

/** Names of accounts and roles, by id. Those that the caller does not see are missing. */
export async function namesOf(db: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const unique = [...new Set(ids)];
  const rows = await Promise.all([
    db
      .select({ id: accounts.id, name: accountName })
      .from(accounts)
      .where(and(visible(db, accounts), inValues(accounts.id, unique))),
    db
      .select({ id: roles.id, name: roles.name })
      .from(roles)
      .where(and(visible(db, roles), inValues(roles.id, unique))),
  ]);
  return new Map(rows.flat().map(({ id, name }) => [id, name]));
}
