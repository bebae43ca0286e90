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
import { accounts } from '../accounts/account-table.ts';

/** What the bell tells beside alarms, which stand in their own table. */
export const notices = ownedTable(
  'notices',
  {
    kind: text({ enum: ['system', 'device'] }).notNull(),
    /** For this person alone; null is for everybody who sees the company. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: uuid(),
    aboutKind: text({ enum: noticeSubjects }),
    aboutId: uuid(),
    /** Rendered in the reader's language when it is read … */
    template: text(),
    params: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** … or written by a person and cleaned when it was stored. */
    html: jsonb().$type<Partial<Record<Lang, string>>>(),
    /** What happened, so that it is told once however often it is noticed. */
    occasion: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('notices_occasion').on(table.occasion),
    index('notices_company').on(table.companyId, table.kind, table.createdAt),
    index('notices_kind').on(table.kind, table.createdAt),
    index('notices_account').on(table.accountId, table.createdAt),
    check('notices_words', sql`(${table.template} is null) <> (${table.html} is null)`),
  ],
);

/** Single notices and alarms a person has read: those that came after their mark of the kind. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    /** Of the account. */
    companyId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    noticeId: uuid().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    /** When the notice came: below the mark the row is needed no more. */
    cameAt: moment().notNull(),
    /** Read by "mark all"; taken back together with it. */
    byMark: boolean().notNull().default(false),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.accountId, table.noticeId] }),
    index('notice_reads_kind').on(table.accountId, table.kind, table.cameAt),
  ],
);

/** Up to where a person has marked all of a kind as read. */
export const noticeMarks = pgTable(
  'notice_marks',
  {
    /** Of the account. */
    companyId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    upTo: moment().notNull(),
    /** Where the mark stood before, until it is taken back or moved on. */
    upToBefore: moment(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.accountId, table.kind] })],
);
