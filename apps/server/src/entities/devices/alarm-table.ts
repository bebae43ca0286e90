import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Alarms raised by devices and about them. The id is the robot's alarmId if the robot sent one. */
export const alarms = ownedTable(
  'alarms',
  {
    deviceId: uuid().notNull(),
    /** ROBOT (xAlarm), VDA (an error in the state of a vehicle of another maker) or SERVER. */
    source: text({ enum: ['ROBOT', 'VDA', 'SERVER'] }).notNull(),
    /** Two reports with one identity are the same alarm while it is open. */
    identity: text().notNull(),
    code: text().notNull(),
    level: integer().notNull(),
    type: text().notNull(),
    text: text().notNull(),
    runId: uuid(),
    refs: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the robot's clock. It may be long ago, because a robot reports after an offline period. */
    raisedAt: moment().notNull(),
    /** The time of arrival at the server. The unread state depends on it. */
    arrivedAt: moment()
      .notNull()
      .default(sql`now()`),
    clearedAt: moment(),
    /** The number of reports while the alarm is open: repeated reports are one row. */
    count: integer().notNull().default(1),
  },
  (table) => [
    index('alarms_device').on(table.deviceId, table.raisedAt),
    index('alarms_identity').on(table.deviceId, table.identity),
    index('alarms_run').on(table.runId),
    index('alarms_company').on(table.companyId, table.arrivedAt),
    index('alarms_arrived').on(table.arrivedAt, table.id),
    // The open alarms are few among those of years.
    index('alarms_open')
      .on(table.deviceId, table.code)
      .where(sql`${table.clearedAt} is null`),
  ],
);
