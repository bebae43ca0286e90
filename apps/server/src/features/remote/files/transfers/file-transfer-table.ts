import { transferDirections } from '@sweepline/contract';
import { index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../../platform/db/columns.ts';
import { managedFiles } from '../managed-file-table.ts';

/** A file for one robot, or from it. The progress is that of its command and its job. */
export const fileTransfers = ownedTable(
  'file_transfers',
  {
    deviceId: uuid().notNull(),
    direction: text({ enum: transferDirections }).notNull(),
    /** The pushed file, or the pulled one once it is here. */
    managedFileId: uuid().references(() => managedFiles.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    /** On the robot. */
    path: text().notNull(),
    /** The newest command; the job is that of all. */
    commandId: uuid().notNull(),
    jobId: uuid().notNull(),
    /** Parameters of the command. */
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** How often a command was made for it. */
    attempt: integer().notNull().default(1),
    /** The server's refusal to send the command. */
    code: text().notNull().default(''),
    accountId: uuid().notNull(),
    by: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    unique('file_transfers_job').on(table.deviceId, table.jobId),
    index('file_transfers_company').on(table.companyId, table.createdAt),
    index('file_transfers_file').on(table.managedFileId),
    index('file_transfers_command').on(table.commandId),
  ],
);
export type FileTransferRow = typeof fileTransfers.$inferSelect;
