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
    /** The robot's own level. */
    level: integer().notNull(),
    /** The level that the company's settings give this code; null where they leave the robot's own. */
    levelOverride: integer(),
    /** A change of the settings applies to open alarms and to later ones. */
    effectiveLevel: integer()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(level_override, level)`),
    type: text().notNull(),
    text: text().notNull(),
    runId: uuid(),
    /** The site of the robot when it raised the alarm. */
    siteId: uuid(),
    /** The alarm of the same robot that brought this one about. The cause is over only when all its followers are. */
    causeId: uuid(),
    refs: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the robot's clock. It may be long ago, because a robot reports after an offline period. */
    raisedAt: moment().notNull(),
    /** The time of arrival at the server. */
    arrivedAt: moment()
      .notNull()
      .default(sql`now()`),
    /**
     * When people were notified; null while they are not, because the settings or a shelf suppress it, or because it was over before.
     * The unread counts leave out alarms without it. The default serves the version before, which notifies of every alarm.
     */
    toldAt: moment().default(sql`now()`),
    /** When it was decided how people are notified; null for a new alarm. */
    plannedAt: moment(),
    clearedAt: moment(),
    /** The last raise of a row with a count; null while it was raised once. */
    lastRaisedAt: moment(),
    /** The number of reports while the alarm is open: repeated reports are one row. */
    count: integer().notNull().default(1),
    /** Null again when the alarm is shelved: the end of a shelf by time leaves it unacknowledged. */
    acknowledgedAt: moment(),
    acknowledgedById: uuid(),
    ownerId: uuid(),
    /** Final: an alarm with a result is never raised again. */
    processedAt: moment(),
    processedById: uuid(),
    result: text(),
    /** Shelved while this is in the future. No job ends a shelf: every query compares it with the clock. */
    shelvedUntil: moment(),
    shelvedById: uuid(),
    shelfReason: text(),
    /** Minutes between the reminders of this alarm alone: 0 for none, null for those of its policy. */
    remindMinutes: integer(),
    /** Counts the changes by people. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('alarms_device').on(table.deviceId, table.raisedAt),
    index('alarms_identity').on(table.deviceId, table.identity),
    index('alarms_run').on(table.runId),
    index('alarms_company').on(table.companyId, table.arrivedAt, table.id),
    index('alarms_told').on(table.companyId, table.toldAt),
    index('alarms_arrived').on(table.arrivedAt, table.id),
    index('alarms_company_raised').on(table.companyId, table.raisedAt, table.id),
    index('alarms_cause')
      .on(table.causeId)
      .where(sql`${table.causeId} is not null`),
    // A raise looks for a shelf of the same robot and code.
    index('alarms_shelved')
      .on(table.deviceId, table.code)
      .where(sql`${table.shelvedUntil} is not null`),
    // The types of errors of foreign vehicles are few, and so are these vehicles.
    index('alarms_foreign')
      .on(table.companyId, table.type, table.level)
      .where(sql`${table.code} = '90000'`),
    // New alarms, and those whose shelf may have ended, for each tick of the escalation.
    index('alarms_unplanned')
      .on(table.arrivedAt)
      .where(sql`${table.plannedAt} is null and ${table.clearedAt} is null`),
    index('alarms_shelf_ends')
      .on(table.shelvedUntil)
      .where(sql`${table.shelvedUntil} is not null and ${table.clearedAt} is null`),
    // The open alarms are few among those of years.
    index('alarms_open')
      .on(table.deviceId, table.code)
      .where(sql`${table.clearedAt} is null`),
    index('alarms_open_company')
      .on(table.companyId)
      .where(sql`${table.clearedAt} is null`),
  ],
);
