import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** Requests of people to delete their account. They name it without a reference, so that they outlive the deletion. */
export const privacyRequests = ownedTable(
  'privacy_requests',
  {
    accountId: uuid().notNull(),
    accountName: text().notNull(),
    askedAt: moment().notNull(),
    /** The end of the month in which it has to be answered. */
    dueAt: moment().notNull(),
    cancelledAt: moment(),
  },
  (table) => [
    uniqueIndex('privacy_requests_open')
      .on(table.accountId)
      .where(sql`${table.cancelledAt} is null`),
    index('privacy_requests_company').on(table.companyId, table.dueAt),
  ],
);
