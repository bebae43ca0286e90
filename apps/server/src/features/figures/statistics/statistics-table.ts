import { date, index, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../../platform/db/columns.ts';
import { figureColumns } from '../../../entities/figures/figure-sums.ts';

/** Sums by robot and day. Database triggers update them when a report is inserted, changed or deleted (see the migration). */
export const deviceDays = ownedTable(
  'device_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    mode: text().notNull(),
    ...figureColumns,
  },
  (table) => [
    unique('device_days_key')
      .on(table.deviceId, table.day, table.companyId, table.siteId, table.mode)
      .nullsNotDistinct(),
    index('device_days_company').on(table.companyId, table.day),
  ],
);

/**
 * The same sums without the robot, for periods of a year over ten thousand robots. `shard` follows the queues in which robots'
 * messages are stored, so that two queues never wait for one row. It has no meaning and is summed over.
 */
export const siteDays = ownedTable(
  'site_days',
  {
    siteId: uuid(),
    day: date({ mode: 'string' }).notNull(),
    mode: text().notNull(),
    shard: smallint().notNull(),
    ...figureColumns,
  },
  (table) => [
    unique('site_days_key')
      .on(table.companyId, table.day, table.siteId, table.mode, table.shard)
      .nullsNotDistinct(),
    index('site_days_day').on(table.day),
  ],
);
