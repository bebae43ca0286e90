import { apiGroups, type ApiGroup } from '@sweepline/contract';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Programs of companies that use the open API. */
export const apiUsers = ownedTable(
  'api_users',
  {
    name: text().notNull(),
    contactName: text().notNull().default(''),
    contactEmail: text().notNull().default(''),
    validFrom: moment().notNull(),
    validUntil: moment().notNull(),
    /** Addresses and networks; empty allows every address. */
    addresses: text().array().notNull().default([]),
    callsPerDay: integer().notNull(),
    callsPerSecond: integer().notNull(),
    suspendedAt: moment(),
    suspendedBy: text(),
    revokedAt: moment(),
    revokedBy: text(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [index('api_users_company').on(table.companyId, table.createdAt)],
);
export type ApiUserRow = typeof apiUsers.$inferSelect;

/** Keys of API users. A key signs requests with its secret. */
export const apiKeys = ownedTable(
  'api_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => apiUsers.id, { onDelete: 'cascade' }),
    /** What a request names; not secret. */
    keyId: text().notNull(),
    name: text().notNull().default(''),
    /** Sealed by the vault: a signature is verified with the secret itself, so a hash is not enough. */
    secretSealed: text().notNull(),
    scopes: text().array().$type<ApiGroup[]>().notNull(),
    /** Narrows the key to the robots of these sites and to these robots; both empty for all that the API user sees. */
    siteIds: uuid().array().notNull().default([]),
    robotIds: uuid().array().notNull().default([]),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    /** Time and address of a recent request, at most a minute late. */
    lastUsedAt: moment(),
    lastAddress: text(),
    revokedAt: moment(),
    revokedBy: text(),
  },
  (table) => [
    uniqueIndex('api_keys_key').on(table.keyId),
    index('api_keys_user').on(table.userId, table.createdAt),
    index('api_keys_company').on(table.companyId),
  ],
);
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Calls of an API user per group and day (UTC). */
export const apiUsage = ownedTable(
  'api_usage',
  {
    userId: uuid()
      .notNull()
      .references(() => apiUsers.id, { onDelete: 'cascade' }),
    group: text({ enum: apiGroups }).notNull(),
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    /** Calls that servers may make or have made; never more than the quota. */
    taken: integer().notNull().default(0),
    /** Calls that were made, as far as servers have settled their leases. */
    used: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('api_usage_day').on(table.userId, table.group, table.day),
    index('api_usage_company').on(table.companyId),
  ],
);
