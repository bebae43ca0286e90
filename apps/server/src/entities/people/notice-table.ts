import { sql } from 'drizzle-orm';
import { noticeKinds, noticeSubjects, type Lang } from '@sweepline/contract';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { tenantPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from './account-table.ts';

/** Notices of the kinds system and device. Alarms have their own table. */
export const notices = ownedTable(
  'notices',
  {
    kind: text({ enum: ['system', 'device'] }).notNull(),
    /** The only recipient; null for all who may see the company. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: uuid(),
    aboutKind: text({ enum: noticeSubjects }),
    aboutId: uuid(),
    /** The alarm that it is about, beside its robot: the version before knows no such subject. */
    alarmId: uuid(),
    /** The work order that it is about: the version before knows no such subject. */
    workOrderId: uuid(),
    /** Template that is rendered in the reader's language. Null if `html` is set. */
    template: text(),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** Text that a user wrote, sanitised before it was stored. Null if `template` is set. */
    html: jsonb().$type<Partial<Record<Lang, string>>>(),
    /** Unique key of the occasion, so that one occasion has one notice. */
    occasion: text().notNull(),
    /** Read and written by the version before only: open outages are in `told_outages`. */
    outageSince: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('notices_occasion').on(table.occasion),
    index('notices_company').on(table.companyId, table.kind, table.createdAt),
    index('notices_kind').on(table.kind, table.createdAt),
    index('notices_account').on(table.accountId, table.createdAt),
    index('notices_outage')
      .on(table.deviceId)
      .where(sql`${table.outageSince} is not null`),
    check('notices_words', sql`(${table.template} is null) <> (${table.html} is null)`),
  ],
);

/** Notices and alarms that an account has read individually, newer than its mark of the kind. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    /** Company of the account. */
    companyId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    noticeId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    /** Time of the notice. The row is obsolete once the mark is later. */
    cameAt: moment().notNull(),
    /** Set by "mark all" and removed when "mark all" is undone. */
    byMark: boolean().notNull().default(false),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.accountId, table.noticeId] }),
    index('notice_reads_kind').on(table.accountId, table.kind, table.cameAt),
  ],
);

/** Time up to which an account has read all notices of a kind. */
export const noticeMarks = pgTable(
  'notice_marks',
  {
    /** Company of the account. */
    companyId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    upTo: moment().notNull(),
    /** Former mark, for undo. Null after an undo. */
    upToBefore: moment(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.accountId, table.kind] })],
);
