import { boolean, integer, text } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** The note of an account on an assist. The id is that of the first alarm of the assist. */
export const assistNotes = ownedTable('assist_notes', {
  /** The person who helped, as free text. */
  helper: text().notNull(),
  note: text().notNull(),
  /** Marks a stop that was no assist. */
  dismissed: boolean().notNull(),
  version: integer().notNull().default(1),
  updatedAt: moment().notNull(),
  updatedBy: text().notNull(),
});
