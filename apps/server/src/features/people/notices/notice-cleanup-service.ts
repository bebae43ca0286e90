import { and, lt, ne } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { noticeMails } from '../../../entities/people/notice-mail-table.ts';
import { noticeReads, notices } from '../../../entities/people/notice-table.ts';

const retentionMs = 400 * 86_400_000;

/** Deletes notices and their mails after 400 days. Which alarms a user has read is kept as long as the alarms. */
export const noticeCleanupJob = (db: Db, now: Clock): Job => ({
  name: 'notices.trim',
  everySeconds: 3_600,
  run: async () => {
    const limit = new Date(now().getTime() - retentionMs).toISOString();
    await inScope(db, '*', (tx) => tx.delete(notices).where(lt(notices.createdAt, limit)));
    await inScope(db, '*', (tx) => tx.delete(noticeMails).where(lt(noticeMails.createdAt, limit)));
    await inScope(db, '*', (tx) =>
      tx.delete(noticeReads).where(and(ne(noticeReads.kind, 'alarm'), lt(noticeReads.cameAt, limit))),
    );
  },
});
