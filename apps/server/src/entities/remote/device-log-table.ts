import { logPullSources } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';

/** Requests for logs of robots. Command and job have the progress; the upload of the robot adds the file. */
export const deviceLogs = ownedTable(
  'device_logs',
  {
    deviceId: uuid().notNull(),
    /** The newest command that asks the robot. The row is stored before it; the job is that of all. */
    commandId: uuid().notNull(),
    jobId: uuid().notNull(),
    /** Parameters of the command; empty for a request about an alarm. */
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** How often a command was made for it. */
    attempt: integer().notNull().default(1),
    source: text({ enum: logPullSources }).notNull(),
    paths: jsonb().$type<string[]>().notNull(),
    fromAt: moment(),
    toAt: moment(),
    modules: jsonb().$type<string[]>().notNull(),
    fileId: uuid().references(() => storedFiles.id, { onDelete: 'set null' }),
    /** Resolved to a name at reading, because the reader may not see the account. Null for the server. */
    requestedById: uuid(),
    /** The alarm whose time the server asked for by itself. */
    alarmId: uuid(),
    /** The server's refusal to send the command. */
    code: text().notNull().default(''),
    /** How often a download address was asked for; each is an audit entry. */
    downloads: integer().notNull().default(0),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('device_logs_company').on(table.companyId, table.createdAt),
    index('device_logs_created').on(table.createdAt),
    index('device_logs_device').on(table.deviceId, table.createdAt),
    index('device_logs_job').on(table.jobId),
    index('device_logs_command').on(table.commandId),
    index('device_logs_file').on(table.fileId),
    // For the next request of the server about an alarm.
    index('device_logs_alarm')
      .on(table.deviceId, table.createdAt)
      .where(sql`${table.source} = 'ALARM'`),
  ],
);
export type DeviceLogRow = typeof deviceLogs.$inferSelect;
