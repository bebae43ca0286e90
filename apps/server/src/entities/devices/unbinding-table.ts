import type { Cleared } from '@sweepline/contract';
import { boolean, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Receipts of unbindings: the deleted data on the server and on the robot. They remain after the device is deleted. */
export const unbindings = ownedTable(
  'device_unbindings',
  {
    deviceId: uuid().notNull(),
    sn: text().notNull(),
    nickname: text().notNull(),
    at: moment().notNull(),
    by: text().notNull(),
    /** Completed without the confirmation of the robot, by request. */
    withoutRobot: boolean().notNull(),
    cleared: jsonb().$type<Cleared[]>().notNull(),
    kept: jsonb().$type<Cleared[]>().notNull(),
    /** The robot's report of what it deleted. */
    robotCleared: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [index('device_unbindings_device').on(table.deviceId, table.at)],
);
