import { Readable } from 'node:stream';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { accountFilter, accountRows, type AccountFilters } from './account-list.ts';
import { accounts } from '../../entities/people/account-table.ts';

const batch = 500;
const columns = [
  ...['username', 'nickname', 'company', 'role', 'roleType', 'staffKind', 'email', 'phone'],
  ...['disabled', 'lastSignInAt', 'createdAt'],
];

/** Reads each batch in its own transaction, so that a slow download keeps no transaction open. */
async function* lines(ctx: Ctx, input: AccountFilters) {
  // Excel reads UTF-8 only after a byte order mark.
  yield `\ufeff${csvLine(columns)}`;
  let after: string | undefined;
  for (;;) {
    const rows = await inScope(
      ctx.services.db,
      ctx.account.scope,
      (db) =>
        accountRows(db)
          .where(
            and(
              accountFilter({ ...ctx, db }, input),
              after === undefined ? undefined : sql`${accounts.nameKey} > ${after}`,
            ),
          )
          .orderBy(asc(accounts.nameKey))
          .limit(batch),
      { readOnly: true },
    );
    for (const { account, companyName, roleName } of rows) {
      const { username, nickname, roleType, staffKind, email, phone } = account;
      const rest = [account.disabled ? 'yes' : 'no', account.lastSignInAt, account.createdAt];
      yield csvLine([username, nickname, companyName, roleName, roleType, staffKind, email, phone, ...rest]);
    }
    if (rows.length < batch) return;
    after = rows.at(-1)?.nameKey;
  }
}

/** The filtered accounts as CSV, by name, streamed. */
export const exportAccounts = (ctx: Ctx, input: AccountFilters): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `accounts-${ctx.now().toISOString().slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input)),
});
