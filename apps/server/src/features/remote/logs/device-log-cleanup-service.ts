import { logDays } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

const dayMs = 86_400_000;

/** Archives of a company whose newer ones fill its quota already: the one that reaches it stays, so that the newest always does. */
const beyondQuota = `select id from (
  select id, sum(bytes) over (partition by company_id order by created_at desc, id desc) - bytes as newer
  from ${getTableName(storedFiles)} where kind = 'LOG') f where newer >= $1::bigint`;

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

/** Deletes the oldest logs of each company that has more of them than its quota. A robot is never refused: its newest lines matter most. */
export async function removeLogsBeyondQuota(db: Db, quotaBytes: number): Promise<void> {
  await inScope(db, '*', async (tx) => {
    const ids = (await tx.raw<{ id: string }>(beyondQuota, [quotaBytes])).map(({ id }) => id);
    await tx.raw(`delete from ${getTableName(deviceLogs)} where file_id = any($1)`, [`{${ids.join(',')}}`]);
    await tx.raw(`delete from ${getTableName(storedFiles)} where id = any($1)`, [`{${ids.join(',')}}`]);
  });
}

export const deviceLogCleanupJob = (db: Db, now: Clock, quotaBytes: number): Job => ({
  name: 'deviceLogs.clean',
  everySeconds: 3_600,
  run: async () => {
    await removeOldLogs(db, now);
    await removeLogsBeyondQuota(db, quotaBytes);
  },
});
