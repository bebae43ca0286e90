import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../db/columns.ts';

/** The state of each background job of the installation, written at the end of every run. */
export const backgroundJobs = pgTable(
  'background_jobs',
  {
    name: text().primaryKey(),
    everySeconds: integer().notNull(),
    lastStartedAt: moment(),
    lastEndedAt: moment(),
    lastDurationMs: integer(),
    /** The newest failure stays until another one replaces it. */
    lastFailedAt: moment(),
    lastFailure: text(),
    /** Failures since the last success. */
    failuresInRow: integer().notNull().default(0),
  },
  () => [programPolicy()],
);
