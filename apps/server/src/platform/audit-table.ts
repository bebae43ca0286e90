import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { fencePolicy, moment } from './columns.ts';
import { newId } from './ids.ts';

/** Who did what, and whom we refused. Rows are only ever added. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** Null when nobody was signed in; such rows are seen by the provider alone. */
    companyId: uuid(),
    at: moment().notNull(),
    accountId: uuid(),
    accountName: text().notNull(),
    /** Method and path of the call. */
    call: text().notNull(),
    recordId: text(),
    /** 200, or the code of the refusal. */
    code: integer().notNull(),
    reason: text(),
    address: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [
    fencePolicy(),
    index('audit_company_at').on(table.companyId, table.at),
    index('audit_record').on(table.recordId),
  ],
);
