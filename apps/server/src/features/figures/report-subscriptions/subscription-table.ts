import { areaUnits, langs, volumeUnits } from '@sweepline/contract';
import { boolean, date, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { weekdayFromSunday } from '../../../platform/db/weekday-columns.ts';

/** A report that is sent by e-mail daily, weekly or monthly. */
export const reportSubscriptions = ownedTable(
  'report_subscriptions',
  {
    name: text().notNull(),
    /** The account that saved it last. The figures are read in the scope of this account. */
    accountId: uuid().notNull(),
    every: text({ enum: ['DAY', 'WEEK', 'MONTH'] }).notNull(),
    /** For a weekly report. */
    weekday: weekdayFromSunday().notNull(),
    /** 1 to 28; for a monthly report. */
    monthDay: integer().notNull(),
    /** Time of day, `07:00`, in `timezone`. */
    clock: text().notNull(),
    timezone: text().notNull(),
    /** For readers without an account or without a choice in their profile. */
    lang: text({ enum: langs }).notNull(),
    area: text({ enum: areaUnits }).notNull(),
    volume: text({ enum: volumeUnits }).notNull(),
    /** Filter of the report. An empty filter means everything. */
    onlyCompanyId: uuid(),
    siteId: uuid(),
    deviceIds: uuid().array().notNull(),
    enabled: boolean().notNull(),
    /** Next due time; null while disabled. */
    nextAt: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('report_subscriptions_company').on(table.companyId, table.name),
    index('report_subscriptions_next').on(table.nextAt),
  ],
);

/** A reader: an account or an address without an account. */
export const subscriptionReaders = ownedTable(
  'subscription_readers',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => reportSubscriptions.id, { onDelete: 'cascade' }),
    accountId: uuid(),
    /** Empty for an account: its address is read when the report is sent. */
    address: text().notNull(),
    unsubscribedAt: moment(),
  },
  (table) => [
    unique('subscription_readers_one')
      .on(table.subscriptionId, table.accountId, table.address)
      .nullsNotDistinct(),
  ],
);

/** One report to one reader. The row is stored before the report is sent, so that a crash never sends a period twice. */
export const reportDeliveries = ownedTable(
  'report_deliveries',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => reportSubscriptions.id, { onDelete: 'cascade' }),
    readerId: uuid(),
    address: text().notNull(),
    lang: text({ enum: langs }).notNull(),
    /** First and last day of the period, in the reader's zone. */
    fromDay: date({ mode: 'string' }).notNull(),
    toDay: date({ mode: 'string' }).notNull(),
    /** Unique key per reader: the period, or a new id if sent by hand. */
    occasion: text().notNull(),
    byHand: boolean().notNull(),
    state: text({ enum: ['WAITING', 'SENDING', 'SENT', 'GAVE_UP'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt, or end of the current lease. */
    dueAt: moment().notNull(),
    /** Reason of the last failure; for a sent report, whether the document was attached. */
    reason: text().notNull().default(''),
    createdAt: moment().notNull(),
    sentAt: moment(),
  },
  (table) => [
    unique('report_deliveries_once')
      .on(table.subscriptionId, table.readerId, table.occasion)
      .nullsNotDistinct(),
    index('report_deliveries_due').on(table.state, table.dueAt),
    index('report_deliveries_log').on(table.subscriptionId, table.createdAt),
  ],
);

/** Reasons of sent mails: with the document of their period, or without it because it failed. */
export const withDocument = 'PDF';
export const withoutDocument = 'NO_PDF';
