import { getTableName } from 'drizzle-orm';
import { batteryHours } from './board-sums-table.ts';

/** The board shows the last day. The hours of a week are kept, so that a longer outage of the job loses nothing. `$1` is now. */
export const batteryRetention = `delete from ${getTableName(batteryHours)} where hour < $1::timestamptz - interval '7 days'`;
