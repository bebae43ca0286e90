import type { Cleared } from '@sweepline/contract';
import { boolean, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Receipts of unbinding: what was cleared, here and at the robot. They outlive the device. */
export const unbindings = ownedTable(
  'device_unbindings',
  {
    deviceId: uuid().notNull(),
    sn: text().notNull(),
    nickname: text().notNull(),
    at: moment().notNull(),
    by: text().notNull(),
    /** Done without the robot's word, because a person said so. */
    withoutRobot: boolean().notNull(),
    cleared: jsonb().$type<Cleared[]>().notNull(),
    kept: jsonb().$type<Cleared[]>().notNull(),
    /** What the robot says it wiped. */
    robotCleared: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [index('device_unbindings_device').on(table.deviceId, table.at)],
);
