import { recordingRules } from '@sweepline/contract';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { batteryRetention } from '../../features/figures/statistics/board/battery-retention-service.ts';
import { keepPartitions } from './telemetry-partitions.ts';
import { getTableName } from 'drizzle-orm';
import { connectionRefusals } from '../../entities/installation/connection-refusal-table.ts';
import { deviceRequests } from '../../entities/devices/device-request-table.ts';
import { liveLogs } from '../../entities/remote/live-log-table.ts';
import { shellSessions } from '../../entities/remote/shell-table.ts';
import { videoRecordings, videoSessions, videoSnapshots } from '../../entities/remote/video-table.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';

/** Rows that are deleted one by one: they change, and their number is limited (docs/protocol/topics.md#what-the-server-keeps). */
const retention = [
  `delete from ${getTableName(deviceRequests)} where last_seen_at < $1::timestamptz - interval '7 days'`,
  `delete from ${getTableName(connectionRefusals)} where last_at < $1::timestamptz - interval '30 days'`,
  // The owner of a file stays stored as long as a robot may keep the report that names it.
  `delete from ${getTableName(deviceUploads)} where expires_at < $1::timestamptz - case when file_id is null then interval '1 day' else interval '45 days' end`,
  // With their views.
  `delete from ${getTableName(videoSessions)} where ended_at < $1::timestamptz - interval '180 days'`,
  // Only the token of an open one matters; who read is in the audit.
  `delete from ${getTableName(liveLogs)} where ended_at < $1::timestamptz - interval '1 day'`,
  // With their recordings.
  `delete from ${getTableName(shellSessions)} where coalesce(ended_at, open_until) < $1::timestamptz - interval '180 days'`,
  // Their files follow as unused ones.
  `delete from ${getTableName(videoSnapshots)} where taken_at < $1::timestamptz - interval '180 days'`,
  // Their files follow as unused ones; who recorded stays as long as who watched.
  `update ${getTableName(videoRecordings)} set state = 'DELETED', file_id = null, parts = '[]'
    where ended_at is not null and state <> 'DELETED' and started_at < $1::timestamptz - interval '${recordingRules.keptDays} days'`,
  `delete from ${getTableName(videoRecordings)} where ended_at < $1::timestamptz - interval '180 days'`,
  batteryRetention,
];

/** Deletes what is older than its retention time and creates the partitions of the next days. */
export const robotCleanupJob = (db: Db, now: Clock): Job => ({
  name: 'robots.trim',
  everySeconds: 3_600,
  run: async () => {
    for (const statement of retention)
      await inScope(db, '*', (tx) => tx.raw(statement, [now().toISOString()]));
    await keepPartitions(db, now);
  },
});
