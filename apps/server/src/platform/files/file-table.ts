import { bigint, index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../db/columns.ts';

/** The record of a stored file. Its bytes are in the file store under their SHA-256. */
export const storedFiles = ownedTable(
  'files',
  {
    /** The purpose: MAP_GRID, TRAJECTORY, COVERAGE, LOG, FILE and others. */
    kind: text().notNull(),
    name: text().notNull(),
    mediaType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The account that uploaded it; null for files of robots and of the program. */
    uploadedById: uuid(),
    /** For display only, and only of files that arrived in parts. */
    md5: text(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('files_sha256').on(table.sha256),
    index('files_company').on(table.companyId, table.createdAt),
  ],
);
