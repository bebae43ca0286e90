import { commandStates } from '@sweepline/contract';
import { lanes } from '@sweepline/contract/robot';
import { bigint, boolean, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';

/** Commands sent to devices and what became of them (protocol 2.1.2). The id is the commandId on the wire. */
export const commands = ownedTable(
  'commands',
  {
    deviceId: uuid().notNull(),
    type: text().notNull(),
    lane: text({ enum: lanes }).notNull(),
    laneSeq: bigint({ mode: 'number' }).notNull(),
    /** INTERACTIVE or DEFERRED. */
    class: text({ enum: ['INTERACTIVE', 'DEFERRED'] }).notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: commandStates }).notNull(),
    code: text().notNull().default(''),
    message: text().notNull().default(''),
    result: jsonb().$type<Record<string, unknown>>(),
    attempts: integer().notNull().default(0),
    ttlMs: bigint({ mode: 'number' }).notNull(),
    timeoutMs: bigint({ mode: 'number' }).notNull(),
    /** The final reply came after we had given up. */
    late: boolean().notNull().default(false),
    by: text().notNull(),
    createdAt: moment().notNull(),
    sentAt: moment(),
    acceptedAt: moment(),
    endedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('commands_device').on(table.deviceId, table.createdAt),
    index('commands_open').on(table.status),
    unique('commands_lane').on(table.deviceId, table.lane, table.laneSeq),
  ],
);
