import { bigint, index, text } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../db/columns.ts';

/** What is known of a stored file. Its bytes lie in the file store under their SHA-256. */
export const storedFiles = ownedTable(
  'files',
  {
    /** MAP_GRID, TRAJECTORY, COVERAGE, LOG …: what it is for. */
    kind: text().notNull(),
    name: text().notNull(),
    mediaType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('files_sha256').on(table.sha256),
    index('files_company').on(table.companyId, table.createdAt),
  ],
);
