import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../../platform/db/columns.ts';

/**
 * The hold after a restore, at most one row: no robot connects until a person ends it. A copy sends no mail either. The robots may work
 * with the installation that was backed up.
 */
export const installationHolds = pgTable(
  'installation_holds',
  {
    id: integer().primaryKey().default(1),
    since: moment().notNull(),
    isCopy: boolean().notNull(),
    /** The moment of the backup. */
    backupAt: moment().notNull(),
  },
  () => [programPolicy()],
);
