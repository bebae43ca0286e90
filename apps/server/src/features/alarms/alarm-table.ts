import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Alarms raised by devices and about them. The id is the robot's alarmId where it gave one. */
export const alarms = ownedTable(
  'alarms',
  {
    deviceId: uuid().notNull(),
    /** ROBOT (xAlarm), VDA (an error in the state of a foreign vehicle) or SERVER. */
    source: text({ enum: ['ROBOT', 'VDA', 'SERVER'] }).notNull(),
    /** What makes it the same alarm again while it is open. */
    identity: text().notNull(),
    code: text().notNull(),
    level: integer().notNull(),
    type: text().notNull(),
    text: text().notNull(),
    runId: uuid(),
    refs: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the robot's clock, and perhaps long ago: a robot that was away tells later. */
    raisedAt: moment().notNull(),
    /** When we heard of it: what is unread goes by this. */
    arrivedAt: moment()
      .notNull()
      .default(sql`now()`),
    clearedAt: moment(),
    /** How often it was raised while it stood here: a flood is one row. */
    count: integer().notNull().default(1),
  },
  (table) => [
    index('alarms_device').on(table.deviceId, table.raisedAt),
    index('alarms_identity').on(table.deviceId, table.identity),
    index('alarms_run').on(table.runId),
    index('alarms_company').on(table.companyId, table.arrivedAt),
    index('alarms_arrived').on(table.arrivedAt, table.id),
  ],
);
