import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { taskReports } from '../../../entities/work/report-table.ts';

/** Links to read a report without an account. */
export const reportShares = ownedTable(
  'report_shares',
  {
    reportId: uuid()
      .notNull()
      .references(() => taskReports.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token is not stored. */
    tokenHash: text().notNull(),
    note: text().notNull(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    revokedBy: text(),
    opened: integer().notNull().default(0),
    lastOpenedAt: moment(),
  },
  (table) => [
    uniqueIndex('report_shares_token').on(table.tokenHash),
    index('report_shares_report').on(table.reportId, table.createdAt),
    index('report_shares_company').on(table.companyId),
  ],
);
