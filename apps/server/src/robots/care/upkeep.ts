import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Log } from '../gateway-options.ts';

const upkeepEveryMs = 3_600_000;

/**
 * The retention times (docs/protocol/topics.md#what-the-server-keeps). Journal ids outlive the thirty days for which a
 * robot may keep a message.
 */
const retention = [
  `delete from journal_ids where received_at < $1::timestamptz - interval '45 days'`,
  `delete from dead_letters where at < $1::timestamptz - interval '14 days'`,
  `delete from device_requests where last_seen_at < $1::timestamptz - interval '7 days'`,
  // The owner of a file stays stored as long as a robot may keep the report that names it.
  `delete from device_uploads where expires_at < $1::timestamptz - case when file_id is null then interval '1 day' else interval '45 days' end`,
  `delete from notices where created_at < $1::timestamptz - interval '400 days'`,
  `delete from notice_reads where kind <> 'alarm' and came_at < $1::timestamptz - interval '400 days'`,
];

/** Every hour: deletes old rows and creates the partitions of the next days. */
export function createUpkeep(db: Db, now: Clock, log: Log, keepPartitions: () => Promise<void>) {
  let doneMs = now().getTime();
  let working: Promise<void> = Promise.resolve();

  const work = async () => {
    await keepPartitions();
    for (const statement of retention)
      await inScope(db, '*', (tx) => tx.raw(statement, [now().toISOString()]));
  };

  return {
    tick(nowMs: number): void {
      if (nowMs - doneMs < upkeepEveryMs) return;
      doneMs = nowMs;
      working = work().catch((error: unknown) => log.error({ error }, 'the hourly upkeep failed'));
    },
    run: work,
    flush: () => working,
  };
}
