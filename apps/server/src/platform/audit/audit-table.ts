import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../db/columns.ts';
import { newId } from '../runtime/ids.ts';

/** Who did what, and which calls were refused. The table is append-only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** The account's company. Null without a session; only the provider sees such rows. */
    companyId: uuid(),
    at: moment().notNull(),
    accountId: uuid(),
    accountName: text().notNull(),
    accountRole: text(),
    /** Method and path of the call. */
    call: text().notNull(),
    /** Family and name of the call, as in `devices.update`. Null in rows from before the column existed. */
    action: text(),
    recordId: text(),
    /** The record's name at the time. */
    recordName: text(),
    /** The company of the record, if it is not the account's. */
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

/** The rows that a request changed, before and after. Written by the triggers in audit.sql. */
export const auditChanges = pgTable(
  'audit_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The company of the changed row; null where the table belongs to no company. */
    companyId: uuid(),
    requestId: text().notNull(),
    at: moment().notNull(),
    accountId: uuid(),
    tableName: text().notNull(),
    recordId: text().notNull(),
    recordName: text().notNull(),
    operation: text({ enum: ['INSERT', 'UPDATE', 'DELETE'] }).notNull(),
    /** Only the columns that changed; secrets are replaced by a mark. Null where the row did not exist. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    tenantPolicy(),
    index('audit_changes_request').on(table.requestId, table.seq),
    index('audit_changes_record').on(table.recordId, table.seq),
  ],
);
