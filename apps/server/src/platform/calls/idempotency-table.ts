import { jsonb, primaryKey, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditEntry } from '../audit/audit.ts';
import { bytea, moment, tenantPolicy } from '../db/columns.ts';

/** The audit entry of a call that has not ended. */
export interface PendingEntry {
  entry: AuditEntry;
  /** The call names no record of its own; the one that it creates is its record. */
  createsRecord: boolean;
}

/** Earlier answers by account and key. The key is stored as a hash, and the answer is encrypted with the key itself. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: uuid().notNull(),
    accountId: uuid().notNull(),
    keyHash: text().notNull(),
    /** SHA-256 of call and input: the same key with another request is refused. */
    requestHash: text().notNull(),
    /** The request that carries the call out; the audit records the rows that it changes under this id. */
    requestId: text(),
    /** Present until the audit has the entry of the call. */
    pending: jsonb().$type<PendingEntry>(),
    answer: bytea(),
    createdAt: moment().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.accountId, table.keyHash] })],
);
