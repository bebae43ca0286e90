import { date, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../../../platform/db/columns.ts';
import { newId } from '../../../platform/runtime/ids.ts';

/** One error of one company with its count. Errors of anonymous users have no company. */
export const errorGroups = pgTable(
  'error_groups',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    companyId: uuid(),
    /** Truncated SHA-256 of text, place and version. */
    fingerprint: text().notNull(),
    level: text().notNull(),
    desc: text().notNull(),
    /** Top line of the stack. */
    frame: text().notNull(),
    product: text().notNull(),
    version: text().notNull(),
    count: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    state: text({ enum: ['open', 'resolved', 'ignored'] })
      .notNull()
      .default('open'),
    stateBy: text().notNull().default(''),
    stateAt: moment(),
  },
  (table) => [
    tenantPolicy(),
    unique('error_groups_one').on(table.companyId, table.fingerprint).nullsNotDistinct(),
    index('error_groups_last').on(table.lastAt),
  ],
);

/** The newest occurrences of each group, with all fields that the browser sent. */
export const errorOccurrences = pgTable(
  'error_occurrences',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    companyId: uuid(),
    groupId: uuid().notNull(),
    fingerprint: text().notNull(),
    /** The server's clock; `time` is the browser's. */
    at: moment().notNull(),
    time: text().notNull(),
    accountId: uuid(),
    username: text().notNull(),
    level: text().notNull(),
    desc: text().notNull(),
    pageUrl: text().notNull(),
    platform: text().notNull(),
    osver: text().notNull(),
    deviceModel: text().notNull(),
    browserName: text().notNull(),
    lang: text().notNull(),
    product: text().notNull(),
    version: text().notNull(),
    extras: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    tenantPolicy(),
    index('error_occurrences_group').on(table.groupId, table.at),
    index('error_occurrences_at').on(table.at),
  ],
);

/** Count per day, for the spark line. */
export const errorDays = pgTable(
  'error_days',
  {
    groupId: uuid().notNull(),
    companyId: uuid(),
    day: date().notNull(),
    count: integer().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.groupId, table.day] })],
);

/** Accounts that met a group's error. */
export const errorAccounts = pgTable(
  'error_accounts',
  {
    groupId: uuid().notNull(),
    companyId: uuid(),
    username: text().notNull(),
    count: integer().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [tenantPolicy(), primaryKey({ columns: [table.groupId, table.username] })],
);
