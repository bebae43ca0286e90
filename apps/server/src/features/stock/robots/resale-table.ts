import { resaleStates } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { devices } from '../../../entities/devices/device-table.ts';

/** Offers of a device to a company below its owner. The rows belong to the receiver, whom the seller sees. */
export const resales = ownedTable(
  'device_resales',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The properties of the device that the receiver may see before the sale. */
    sn: text().notNull(),
    model: text().notNull(),
    nickname: text().notNull(),
    companyName: text().notNull(),
    fromCompanyId: uuid().notNull(),
    fromCompanyName: text().notNull(),
    status: text({ enum: resaleStates }).notNull(),
    note: text().notNull().default(''),
    offeredAt: moment().notNull(),
    offeredBy: text().notNull(),
    settledAt: moment(),
    settledBy: text(),
    /** The reason of a decline. */
    reason: text().notNull().default(''),
  },
  (table) => [
    index('device_resales_company').on(table.companyId, table.offeredAt),
    index('device_resales_device').on(table.deviceId, table.offeredAt),
    // Of two concurrent offers of a device one succeeds.
    uniqueIndex('device_resales_open')
      .on(table.deviceId)
      .where(sql`${table.status} = 'OFFERED'`),
  ],
);
