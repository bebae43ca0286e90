import { shareRights, shareTerms } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from '../people/account-table.ts';
import { devices } from './device-table.ts';

/**
 * The rights on a device that an account of any company got, and their end. `companyId` is the sharing company: if the
 * device moves to another one, the share is invalid.
 */
export const deviceShares = ownedTable(
  'device_shares',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    rights: text({ enum: shareRights }).array().notNull(),
    term: text({ enum: shareTerms }).notNull(),
    createdAt: moment().notNull(),
    /** Null for a share without end. */
    endsAt: moment(),
    givenBy: text().notNull(),
    revokedAt: moment(),
    revokedBy: text(),
  },
  (table) => [
    uniqueIndex('device_shares_one')
      .on(table.deviceId, table.accountId)
      .where(sql`${table.revokedAt} is null`),
    index('device_shares_device').on(table.deviceId, table.createdAt),
    index('device_shares_account').on(table.accountId),
  ],
);
