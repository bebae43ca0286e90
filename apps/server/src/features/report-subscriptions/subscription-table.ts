import { areaUnits, langs, volumeUnits } from '@sweepline/contract';
import { boolean, date, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** A report that is sent by e-mail day by day, week by week or month by month. */
export const reportSubscriptions = ownedTable(
  'report_subscriptions',
  {
    name: text().notNull(),
    /** Who set it up: it tells what this account may see on the day it is sent. */
    accountId: uuid().notNull(),
    every: text({ enum: ['DAY', 'WEEK', 'MONTH'] }).notNull(),
    /** 0 Sunday to 6 Saturday; of a weekly one. */
    weekday: integer().notNull(),
    /** 1 to 28; of a monthly one. */
    monthDay: integer().notNull(),
    /** Time of day, `07:00`, in `timezone`. */
    clock: text().notNull(),
    timezone: text().notNull(),
    /** For readers who have no account, or chose nothing. */
    lang: text({ enum: langs }).notNull(),
    area: text({ enum: areaUnits }).notNull(),
    volume: text({ enum: volumeUnits }).notNull(),
    /** What it is about; nothing given is everything. */
    onlyCompanyId: uuid(),
    siteId: uuid(),
    deviceIds: uuid().array().notNull(),
    enabled: boolean().notNull(),
    /** When the next one is due; null while it rests. */
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

/** Who gets it: an account, or an address of somebody without one. */
export const subscriptionReaders = ownedTable(
  'subscription_readers',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => reportSubscriptions.id, { onDelete: 'cascade' }),
    accountId: uuid(),
    /** Of an account it is looked up when it is sent. */
    address: text().notNull(),
    unsubscribedAt: moment(),
  },
  (table) => [
    unique('subscription_readers_one')
      .on(table.subscriptionId, table.accountId, table.address)
      .nullsNotDistinct(),
  ],
);

/** One report on its way to one reader. The row stands before anything is sent: a period goes out once, whatever dies in between. */
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
    /** What makes it the same one: the period, or for one that was asked for by hand the asking. */
    occasion: text().notNull(),
    byHand: boolean().notNull(),
    state: text({ enum: ['WAITING', 'SENDING', 'SENT', 'GAVE_UP'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is tried (again). */
    dueAt: moment().notNull(),
    /** What the mail server or we said the last time it failed; of one that was sent, what became of its document. */
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

/** Reasons of mails that were sent: with the document of their period, or without it because it could not be made. */
export const withDocument = 'PDF';
export const withoutDocument = 'NO_PDF';
