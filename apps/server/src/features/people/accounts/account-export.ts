import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { accountFilter, accountRows, type AccountFilters } from './account-list.ts';
import { accounts } from '../../../entities/people/account-table.ts';

type Row = Awaited<ReturnType<typeof accountRows>>[number];

const columns: CsvColumns<Row> = {
  username: ({ account }) => account.username,
  nickname: ({ account }) => account.nickname,
  company: ({ companyName }) => companyName,
  role: ({ roleName }) => roleName,
  roleType: ({ account }) => account.roleType,
  staffKind: ({ account }) => account.staffKind,
  email: ({ account }) => account.email,
  phone: ({ account }) => account.phone,
  disabled: ({ account }) => (account.disabled ? 'yes' : 'no'),
  lastSignInAt: ({ account }) => account.lastSignInAt,
  createdAt: ({ account }) => account.createdAt,
};

/** The filtered accounts as CSV, by name. */
export const exportAccounts = (ctx: Ctx, input: AccountFilters): BytesAnswer =>
  csvOfBatches<Row>({
    reader: ctx,
    fileName: `accounts-${ctx.now().toISOString().slice(0, 10)}.csv`,
    columns,
    read: (db, last, limit) =>
      accountRows(db)
        .where(and(accountFilter({ ...ctx, db }, input), last && sql`${accounts.nameKey} > ${last.nameKey}`))
        .orderBy(asc(accounts.nameKey))
        .limit(limit),
  });
