import { jobStates } from '@sweepline/contract';
import type { JobWait } from '@sweepline/contract/robot';
import { bigint, index, integer, jsonb, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { commands } from './command-table.ts';

/**
 * Jobs of a robot with their last report. The rows belong to the company that started them. See
 * docs/protocol/files.md#jobs.
 */
export const deviceJobs = ownedTable(
  'device_jobs',
  {
    deviceId: uuid().notNull(),
    /** The command that started the job. */
    commandId: uuid()
      .notNull()
      .references(() => commands.id, { onDelete: 'cascade' }),
    /** The id in the protocol. A robot can report only its own jobs. */
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
    /** What the phase waits for, as the robot reported it. */
    waits: jsonb().$type<JobWait[]>().notNull().default([]),
    /** The file that the robot uploaded for the job. */
    fileId: uuid(),
    startedAt: moment().notNull(),
    toldAt: moment().notNull(),
    endedAt: moment(),
    /** Seconds the robot was online since the last report: a job without reports despite a connection is lost. */
    onlineS: integer().notNull().default(0),
  },
  (table) => [
    unique('device_jobs_job').on(table.deviceId, table.jobId),
    index('device_jobs_job_id').on(table.jobId),
    index('device_jobs_command').on(table.commandId),
    index('device_jobs_open').on(table.endedAt),
  ],
);
