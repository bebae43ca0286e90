import { index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

/** The history of the reported parts of a robot. The last row of a part is its current version. */
export const deviceVersions = ownedTable(
  'device_versions',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    part: text().notNull(),
    /** Null for the first version, and for a part that was absent before. */
    before: text(),
    /** Null if the robot no longer reports the part. */
    after: text(),
    at: moment().notNull(),
  },
  // Ids increase, so the last row of a part has the greatest id, regardless of the clock.
  (table) => [index('device_versions_part').on(table.deviceId, table.part, table.id)],
);
