import {
  alarmDeliveryStates,
  noticeChannels,
  type DeliveryRule,
  type EscalationStep,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';

/** Whom an alarm reaches step by step while it is not acknowledged. */
export const escalationPolicies = ownedTable(
  'escalation_policies',
  {
    name: text().notNull(),
    steps: jsonb().$type<EscalationStep[]>().notNull(),
    remindMinutes: integer(),
    processFromLevel: integer(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [uniqueIndex('escalation_policies_name').on(table.companyId, table.name)],
);
export type PolicyRow = typeof escalationPolicies.$inferSelect;

/** The telling of one alarm under way. */
export const alarmTellings = ownedTable(
  'alarm_tellings',
  {
    alarmId: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    /** Steps that were reached: 0 before the first telling, 1 after it, then one more for each step of the policy. */
    step: integer().notNull().default(0),
    /** Reminders of the present step. */
    repetition: integer().notNull().default(0),
    /** Increases when the telling begins again after a shelf. */
    round: integer().notNull().default(0),
    /** When the alarm was first told in this round; the minutes of the steps count from here. */
    startedAt: moment(),
    /** When to act again; null when the telling ended. */
    nextAt: moment(),
  },
  (table) => [
    uniqueIndex('alarm_tellings_alarm').on(table.alarmId),
    // A tick reads what is due, however many alarms are open.
    index('alarm_tellings_due')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
  ],
);
export type AlarmTelling = typeof alarmTellings.$inferSelect;

/** One message of an alarm to one receiver. The row is unique, so that a crash or a jump of the clock never repeats it. */
export const alarmDeliveries = ownedTable(
  'alarm_deliveries',
  {
    alarmId: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    round: integer().notNull(),
    step: integer().notNull(),
    repetition: integer().notNull(),
    /** Null for all who may see a company. */
    accountId: uuid(),
    channel: text({ enum: noticeChannels }).notNull(),
    rule: jsonb().$type<DeliveryRule>().notNull(),
    state: text({ enum: alarmDeliveryStates }).notNull(),
    reason: text().notNull().default(''),
    /** The notice or mail that told it: alarms of one code share one. */
    noticeId: uuid(),
    /** When it is sent: quiet hours delay it. */
    dueAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    unique('alarm_deliveries_once')
      .on(table.alarmId, table.round, table.step, table.repetition, table.accountId, table.channel)
      .nullsNotDistinct(),
    index('alarm_deliveries_log').on(table.alarmId, table.createdAt),
    index('alarm_deliveries_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'WAITING'`),
  ],
);
export type AlarmDelivery = typeof alarmDeliveries.$inferSelect;
