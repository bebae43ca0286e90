import { customType, primaryKey, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../db/columns.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Earlier answers by account and key. The key is stored as a hash, and the answer is encrypted with the key itself. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: uuid().notNull(),
    accountId: uuid().notNull(),
    keyHash: text().notNull(),
    /** SHA-256 of call and input: the same key with another request is refused. */
    requestHash: text().notNull(),
    answer: bytea(),
    createdAt: moment().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.accountId, table.keyHash] })],
);
