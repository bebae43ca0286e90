import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../db/columns.ts';
import { newId } from '../runtime/ids.ts';

/** Who did what, and whom we refused. Rows are only ever added. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** Of the account; null when nobody was signed in, and such rows are seen by the provider alone. */
    companyId: uuid(),
    at: moment().notNull(),
    accountId: uuid(),
    accountName: text().notNull(),
    accountRole: text(),
    /** Method and path of the call. */
    call: text().notNull(),
    /** Family and name of the call, as in `devices.update`; rows of before it was kept have none. */
    action: text(),
    recordId: text(),
    /** The record's name at the time. */
    recordName: text(),
    /** The company whose record it is, where that is another one. */
    recordCompanyId: uuid(),
    /** 200, or the code of the refusal. */
    code: integer().notNull(),
    reason: text(),
    address: text().notNull(),
    requestId: text().notNull(),
    durationMs: integer(),
  },
  (table) => [
    tenantPolicy(),
    index('audit_company_at').on(table.companyId, table.at),
    index('audit_at').on(table.at, table.id),
    index('audit_record').on(table.recordId),
    index('audit_account').on(table.accountId, table.at),
    index('audit_request').on(table.requestId),
  ],
);

/** What a request changed, row by row, before and after. Written by PostgreSQL itself: see audit.sql. */
export const auditChanges = pgTable(
  'audit_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Of the changed row; null where the table belongs to no company. */
    companyId: uuid(),
    requestId: text().notNull(),
    at: moment().notNull(),
    accountId: uuid(),
    tableName: text().notNull(),
    recordId: text().notNull(),
    recordName: text().notNull(),
    operation: text({ enum: ['INSERT', 'UPDATE', 'DELETE'] }).notNull(),
    /** Only columns that changed; secrets are replaced by a mark. Null for a row that was not there. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    tenantPolicy(),
    index('audit_changes_request').on(table.requestId, table.seq),
    index('audit_changes_record').on(table.recordId, table.seq),
  ],
);
