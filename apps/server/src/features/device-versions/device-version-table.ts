import { index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

/** Every change of what a robot reported to be installed in it; the last row of a part is what it is now. */
export const deviceVersions = ownedTable(
  'device_versions',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    part: text().notNull(),
    /** Null for the first one known, and for a part that came back. */
    before: text(),
    /** Null when the robot no longer names the part. */
    after: text(),
    at: moment().notNull(),
  },
  // Ids rise, so the last row of a part is the one with the greatest id, whatever the clock did in between.
  (table) => [index('device_versions_part').on(table.deviceId, table.part, table.id)],
);
