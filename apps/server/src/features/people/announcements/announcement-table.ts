import { sql } from 'drizzle-orm';
import type { LangDescription } from '@sweepline/contract';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** Release notes of the provider: the published ones and at most one draft. All accounts may read them. */
export const announcements = ownedTable(
  'announcements',
  {
    langDescriptions: jsonb().$type<LangDescription[]>().notNull(),
    /** Null marks the draft. */
    publishedAt: moment(),
    /** Increases from text to text, so that the publication of a draft also conflicts with an older version. */
    version: integer().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('announcements_draft')
      .on(table.companyId)
      .where(sql`${table.publishedAt} is null`),
    index('announcements_published').on(table.publishedAt),
  ],
);

/** The last release notes that an account opened. */
export const announcementReads = pgTable(
  'announcement_reads',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    companyId: uuid().notNull(),
    announcementId: uuid()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
  },
  () => [tenantPolicy()],
);
