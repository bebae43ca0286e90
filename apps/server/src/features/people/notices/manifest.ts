import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { MailSender } from '../../../platform/documents/mail.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { missedStartJob } from './missed-start-service.ts';
import { noticeCleanupJob } from './notice-cleanup-service.ts';
import { noticeAnswers } from './notice-handlers.ts';
import { noticeMailJob } from './notice-mailer-service.ts';
import { outageNoticeJob } from './notice-outage-service.ts';
import { noticeTopics } from './notice-topics.ts';

interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  mailer: { mail: MailSender; base: string } | undefined;
}

/** What this feature adds to the server. */
export const notices = {
  calls: () => noticeAnswers,
  topics: noticeTopics,
  jobs: ({ mailer, ...needs }: JobNeeds) => [
    noticeCleanupJob(needs.db, needs.now),
    outageNoticeJob(needs),
    missedStartJob(needs),
    ...(mailer ? [noticeMailJob({ ...needs, ...mailer })] : []),
  ],
};
