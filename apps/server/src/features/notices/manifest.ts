import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { noticeCleanupJob } from './notice-cleanup-service.ts';
import { noticeAnswers } from './notice-handlers.ts';
import { outageNoticeJob } from './notice-outage-service.ts';
import { noticeTopics } from './notice-topics.ts';

/** What this feature adds to the server. */
export const notices = {
  calls: () => noticeAnswers,
  topics: noticeTopics,
  jobs: (needs: { db: Db; bus: Bus; now: Clock }) => [
    noticeCleanupJob(needs.db, needs.now),
    outageNoticeJob(needs),
  ],
};
