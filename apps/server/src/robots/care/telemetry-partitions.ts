import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';

/**
 * The partitioned tables and the days for which their rows are kept (docs/protocol/topics.md#what-the-server-keeps). Journal
 * ids outlive the thirty days for which a robot may keep a message.
 */
const daysKept = {
  device_history: 90,
  journal_ids: 45,
  dead_letters: 14,
  run_paths: 180,
  device_events: 1096,
  api_events: 30,
  webhook_deliveries: 30,
  webhook_attempts: 30,
  api_requests: 30,
};
type PartitionedTable = keyof typeof daysKept;
const tables = Object.keys(daysKept) as PartitionedTable[];

const daysAhead = 7;
const dayOf = (now: Clock) => now().toISOString().slice(0, 10);

/** Creates the partitions of the next days: a week ahead, so that an outage of the database at midnight loses no row. */
export const createPartitions = (tx: Tx, now: Clock, of: readonly PartitionedTable[] = tables) =>
  tx.raw('select keep_partitions(name, $1::date, $2, null) from unnest($3::text[]) as name', [
    dayOf(now),
    daysAhead,
    of,
  ]);

/** Creates the partitions of the next days and drops those whose time is over. A table that is in use does not stop the others. */
export async function keepPartitions(db: Db, now: Clock): Promise<void> {
  const faults: unknown[] = [];
  for (const table of tables) {
    const values = [table, dayOf(now), daysAhead, daysKept[table]];
    const keep = inScope(db, '*', (tx) => tx.raw('select keep_partitions($1, $2::date, $3, $4)', values));
    await keep.catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}
