import { bigint, index, text } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../db/columns.ts';

/** The record of a stored file. Its bytes are in the file store under their SHA-256. */
export const storedFiles = ownedTable(
  'files',
  {
    /** The purpose: MAP_GRID, TRAJECTORY, COVERAGE, LOG and others. */
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
