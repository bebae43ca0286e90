import { alarmActKinds } from '@sweepline/contract';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** What people did to alarms, and what they wrote about them. Rows are only added. */
export const alarmActs = ownedTable(
  'alarm_acts',
  {
    alarmId: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    kind: text({ enum: alarmActKinds }).notNull(),
    at: moment().notNull(),
    byId: uuid().notNull(),
    /** Comment, result or reason. */
    text: text().notNull().default(''),
    /** The end of a shelf. */
    until: moment(),
    /** The new owner of an assignment. */
    ownerId: uuid(),
    /** The minutes between reminders: 0 for none, null for those of the policy. */
    minutes: integer(),
  },
  (table) => [
    index('alarm_acts_alarm').on(table.alarmId, table.at, table.id),
    index('alarm_acts_company').on(table.companyId),
  ],
);
