import { logDays } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceLogs } from '../../entities/devices/logs/device-log-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../platform/runtime/clock.ts';

const dayMs = 86_400_000;

/** Deletes old logs with their files, also uploads without a request. The bytes follow with `files.clean`. */
export async function removeOldLogs(db: Db, now: Clock): Promise<void> {
  const before = new Date(now().getTime() - logDays * dayMs).toISOString();
  await inScope(db, '*', async (tx) => {
    await tx.raw(`delete from ${getTableName(deviceLogs)} where created_at < $1::timestamptz`, [before]);
    await tx.raw(
      `delete from ${getTableName(storedFiles)} where kind = 'LOG' and created_at < $1::timestamptz`,
      [before],
    );
  });
}

export const deviceLogCleanupJob = (db: Db, now: Clock): Job => ({
  name: 'deviceLogs.clean',
  everySeconds: 86_400,
  run: () => removeOldLogs(db, now),
});
