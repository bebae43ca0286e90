import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { trimErrors } from './error-collector.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

const dayMs = 86_400_000;

/** Deletes errors that did not occur within `days`. */
export const errorTrimJob = (db: Db, now: Clock, days: number): Job => ({
  name: 'errors.trim',
  everySeconds: 3_600,
  run: () => trimErrors(db, new Date(now().getTime() - days * dayMs).toISOString()),
});
