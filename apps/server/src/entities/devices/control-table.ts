import { driveEnds, driveRights } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, jsonb, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from '../people/account-table.ts';
import { sessions } from '../people/session-table.ts';
import { devices } from './device-table.ts';

/** Control passwords: one of the company for all its devices, and those of single devices, which replace it. */
export const controlPasswords = ownedTable(
  'control_passwords',
  {
    /** Null for the password of the company. */
    deviceId: uuid().references(() => devices.id, { onDelete: 'cascade' }),
    passwordHash: text().notNull(),
    changedAt: moment().notNull(),
    changedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('control_passwords_device').on(table.deviceId),
    uniqueIndex('control_passwords_company')
      .on(table.companyId)
      .where(sql`${table.deviceId} is null`),
  ],
);

/** Temporary grants after the right password, for one session and one device. `companyId` is that of the account. */
export const controlGrants = ownedTable(
  'control_grants',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    validUntil: moment().notNull(),
  },
  (table) => [
    uniqueIndex('control_grants_session').on(table.sessionId, table.deviceId),
    index('control_grants_device').on(table.deviceId),
  ],
);

/** The drive sessions of a device. The id is the sessionId of the protocol. */
export const driveSessions = ownedTable(
  'drive_sessions',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    accountName: text().notNull(),
    /** The company of the account at that time; empty if a server of the version before opened it. */
    accountCompany: text().notNull().default(''),
    byRight: text({ enum: driveRights }).notNull(),
    reason: text().notNull().default(''),
    openedAt: moment().notNull(),
    endedAt: moment(),
    endedAs: text({ enum: driveEnds }),
    endedBy: text().notNull().default(''),
    distanceM: real().notNull().default(0),
    maxMps: real().notNull().default(0),
    latencyMs: real(),
    mapId: text(),
    /** `[ms since the start, x, y, theta]` */
    path: jsonb().$type<[number, number, number, number][]>().notNull().default([]),
  },
  (table) => [
    index('drive_sessions_device').on(table.deviceId, table.openedAt),
    index('drive_sessions_company').on(table.companyId, table.openedAt),
    // One driver at a time: of two processes that open a session at the same time one is refused.
    uniqueIndex('drive_sessions_open')
      .on(table.deviceId)
      .where(sql`${table.endedAt} is null`),
  ],
);
