import { boolean, integer, text } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** What people add to a rescue the robots told of. The id is that of its first alarm. */
export const assistNotes = ownedTable('assist_notes', {
  /** Who helped, in people's own words. */
  helper: text().notNull(),
  note: text().notNull(),
  /** Nobody came: it only looked like a rescue. */
  dismissed: boolean().notNull(),
  version: integer().notNull().default(1),
  updatedAt: moment().notNull(),
  updatedBy: text().notNull(),
});
