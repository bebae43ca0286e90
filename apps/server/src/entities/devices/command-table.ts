import { commandStates } from '@sweepline/contract';
import { lanes } from '@sweepline/contract/robot';
import { bigint, boolean, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/**
 * Commands to devices and their results. The id is the commandId of the protocol. See
 * docs/protocol/commands.md#life-of-a-command.
 */
export const commands = ownedTable(
  'commands',
  {
    deviceId: uuid().notNull(),
    type: text().notNull(),
    /** ACTION numbers VDA actions in this table; the protocol has no such lane. */
    lane: text({ enum: [...lanes, 'ACTION'] }).notNull(),
    laneSeq: bigint({ mode: 'number' }).notNull(),
    class: text({ enum: ['INTERACTIVE', 'DEFERRED', 'ACTION'] }).notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: commandStates }).notNull(),
    code: text().notNull().default(''),
    message: text().notNull().default(''),
    result: jsonb().$type<Record<string, unknown>>(),
    attempts: integer().notNull().default(0),
    ttlMs: bigint({ mode: 'number' }).notNull(),
    timeoutMs: bigint({ mode: 'number' }).notNull(),
    /** The final reply arrived after the timeout. */
    late: boolean().notNull().default(false),
    by: text().notNull(),
    reason: text().notNull().default(''),
    canceledBy: text().notNull().default(''),
    createdAt: moment().notNull(),
    /** The first and last time of sending since the command was last queued. */
    sentAt: moment(),
    lastSentAt: moment(),
    repliedAt: moment(),
    acceptedAt: moment(),
    runningAt: moment(),
    endedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('commands_device').on(table.deviceId, table.createdAt),
    index('commands_open').on(table.status),
    // For the list over all devices: newest first, of one company or of all.
    index('commands_company').on(table.companyId, table.createdAt),
    index('commands_created').on(table.createdAt),
    unique('commands_lane').on(table.deviceId, table.lane, table.laneSeq),
  ],
);
