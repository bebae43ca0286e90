import type { OpenProblem } from '@sweepline/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, tenantPolicy } from '../../platform/db/columns.ts';

/** Requests of programs whose key is known, without bodies. In partitions by day. */
export const apiRequests = pgTable(
  'api_requests',
  {
    id: uuid().notNull(),
    companyId: uuid().notNull(),
    userId: uuid().notNull(),
    keyId: text().notNull(),
    at: moment().notNull(),
    method: text().notNull(),
    /** Path and query as they were sent, shortened. */
    target: text().notNull(),
    status: integer().notNull(),
    problem: text().$type<OpenProblem>(),
    /** What the answer said about the problem, as the program got it. */
    facts: jsonb().$type<Record<string, unknown>>(),
    durationMs: integer().notNull(),
    address: text().notNull(),
    requestId: text().notNull(),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.id, table.at] }),
    index('api_requests_user').on(table.userId, table.at),
    index('api_requests_company').on(table.companyId),
  ],
);
