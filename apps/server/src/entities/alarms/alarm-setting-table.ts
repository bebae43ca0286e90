import { alarmFixers, alarmOrderModes, noticeChannels, type AlarmReceivers } from '@sweepline/contract';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { companies } from '../people/company-table.ts';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';

/**
 * What a company decides about an alarm code. A null field is inherited from the nearest company above that decides it, or else
 * built in. Each field is resolved on its own, see `alarmSettingOf`.
 */
export const alarmSettings = ownedTable(
  'alarm_settings',
  {
    code: text().notNull(),
    /** The type of error of a vehicle of another maker (code 90000); empty for all. */
    errorType: text().notNull().default(''),
    /** Model of robots, such as J30; empty for all. */
    model: text().notNull().default(''),
    level: integer(),
    fixer: text({ enum: alarmFixers }),
    /** Whether people are notified of the alarm. */
    push: text({ enum: ['ON', 'OFF'] }),
    /** The end of OFF; null for permanently off. No job ends it: every query compares it with the clock. */
    pushOffUntil: moment(),
    pushOffReason: text().notNull().default(''),
    /** The last change of the push; null where it was never set. */
    pushChangedAt: moment(),
    pushChangedById: uuid(),
    /** People are notified after the alarm has stood for this long. */
    tellAfterS: integer(),
    /** Accounts and roles that are notified by name, besides all who may see the robot. */
    receivers: jsonb().$type<AlarmReceivers>(),
    channels: text({ enum: noticeChannels }).array(),
    /** The escalation policy; no reference, because policies belong to a feature. */
    policyId: uuid(),
    /** Whether an alarm makes a work order; the minutes belong to AUTO and are inherited with it. */
    orderMode: text({ enum: alarmOrderModes }),
    orderAfterMinutes: integer(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    updatedBy: text().notNull(),
  },
  (table) => [
    inheritedPolicy(companies),
    uniqueIndex('alarm_settings_code').on(table.companyId, table.code, table.errorType, table.model),
    index('alarm_settings_by_code').on(table.code),
  ],
);
