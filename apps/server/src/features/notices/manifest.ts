import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { noticeCleanupJob } from './notice-cleanup-service.ts';
import { noticeAnswers } from './notice-handlers.ts';
import { noticeTopics } from './notice-topics.ts';

/** What this feature adds to the server. */
export const notices = {
  calls: () => noticeAnswers,
  topics: noticeTopics,
  jobs: ({ db, now }: { db: Db; now: Clock }) => [noticeCleanupJob(db, now)],
};
