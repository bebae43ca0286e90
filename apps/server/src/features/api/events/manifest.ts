import type { Db } from '../../../platform/db/db.ts';
import { apiEventAnswers } from './event-handlers.ts';
import { eventPlaceJob } from './event-place-job.ts';

/** What this feature adds to the server. */
export const apiEvents = {
  calls: () => apiEventAnswers,
  jobs: ({ db }: { db: Db }) => [eventPlaceJob(db)],
};
