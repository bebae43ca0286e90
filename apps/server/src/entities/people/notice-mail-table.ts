import { noticeSubjects } from '@sweepline/contract';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from './account-table.ts';

/** A notice to one account by mail. The row is stored before it is sent, so that a crash never sends a notice twice. */
export const noticeMails = ownedTable(
  'notice_mails',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Where it goes: an address that the account had. Null for the one that it has when the mail is sent. */
    address: text(),
    /** The permission that its receiver must have when it is sent; it does not matter with `address`. */
    permission: text().notNull(),
    deviceId: uuid(),
    aboutKind: text({ enum: noticeSubjects }),
    aboutId: uuid(),
    /** The alarm that it is about, beside its robot: the version before knows no such subject. */
    alarmId: uuid(),
    template: text().notNull(),
    params: jsonb().$type<Record<string, string | number>>().notNull(),
    /** Unique key of occasion and receiver. */
    occasion: text().notNull(),
    state: text({ enum: ['WAITING', 'SENDING', 'SENT', 'GAVE_UP'] })
      .notNull()
      .default('WAITING'),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt, or end of the current lease. */
    dueAt: moment().notNull(),
    /** Reason of the last failure. */
    reason: text().notNull().default(''),
    createdAt: moment().notNull(),
    sentAt: moment(),
  },
  (table) => [
    uniqueIndex('notice_mails_occasion').on(table.occasion),
    index('notice_mails_due').on(table.state, table.dueAt),
    index('notice_mails_created').on(table.createdAt),
  ],
);
export type NoticeMail = typeof noticeMails.$inferSelect;
