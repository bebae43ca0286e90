import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';

/** A file that people keep for their robots, with the words that they gave it. */
export const managedFiles = ownedTable(
  'managed_files',
  {
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    name: text().notNull(),
    format: text().notNull(),
    label: text().notNull(),
    remarks: text().notNull(),
    /** Resolved to a name at reading, because the reader may not see the account. */
    uploadedById: uuid().notNull(),
    /** How often a download address was asked for; each is an audit entry with the name of the file. */
    downloads: integer().notNull().default(0),
    version: integer().notNull().default(1),
    /** When a pulled file is deleted; null for one that a person uploaded. */
    expiresAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index('managed_files_company').on(table.companyId, table.updatedAt),
    index('managed_files_file').on(table.fileId),
    index('managed_files_expiry')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
);
export type ManagedFileRow = typeof managedFiles.$inferSelect;
