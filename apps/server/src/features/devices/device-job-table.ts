import { jobStates } from '@sweepline/contract';
import { bigint, index, integer, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { commands } from './command-table.ts';

/** Jobs a robot was given and what it last said of each (protocol 2.1.5). Of the company whose people gave it. */
export const deviceJobs = ownedTable(
  'device_jobs',
  {
    deviceId: uuid().notNull(),
    /** The one that began it. */
    commandId: uuid()
      .notNull()
      .references(() => commands.id, { onDelete: 'cascade' }),
    /** On the wire; a robot speaks of its own jobs only. */
    jobId: uuid().notNull(),
    kind: text().notNull(),
    state: text({ enum: jobStates }).notNull(),
    phase: text().notNull(),
    pct: real(),
    bytesDone: bigint({ mode: 'number' }),
    bytesTotal: bigint({ mode: 'number' }),
    rateBps: real(),
    code: text().notNull().default(''),
    attempt: integer().notNull().default(0),
    startedAt: moment().notNull(),
    toldAt: moment().notNull(),
    endedAt: moment(),
    /** How long the robot has been online since, in seconds: one that is silent about a job though it could speak has lost it. */
    onlineS: integer().notNull().default(0),
  },
  (table) => [
    unique('device_jobs_job').on(table.deviceId, table.jobId),
    index('device_jobs_job_id').on(table.jobId),
    index('device_jobs_command').on(table.commandId),
    index('device_jobs_open').on(table.endedAt),
  ],
);
