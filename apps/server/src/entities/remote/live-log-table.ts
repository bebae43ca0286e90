import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { liveLogStates } from '@sweepline/contract';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

/** Logs that robots send as they write them. The id is the sessionId of the protocol. */
export const liveLogs = ownedTable(
  'live_logs',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    state: text({ enum: liveLogStates }).notNull(),
    startedAt: moment().notNull(),
    endedAt: moment(),
    /** SHA-256 of the token with which the robot opens the stream, once. */
    tokenHash: text().notNull(),
    tokenUntil: moment().notNull(),
    tokenUsedAt: moment(),
  },
  (table) => [
    index('live_logs_device').on(table.deviceId, table.startedAt),
    // One log of a robot: of two servers that open it at the same time one is refused.
    uniqueIndex('live_logs_open')
      .on(table.deviceId)
      .where(sql`${table.endedAt} is null`),
  ],
);
