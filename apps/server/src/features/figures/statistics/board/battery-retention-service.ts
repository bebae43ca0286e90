import { getTableName } from 'drizzle-orm';
import { batteryHours } from './board-sums-table.ts';

/** The board shows the last day; a week is kept. `$1` is now. */
export const batteryRetention = `delete from ${getTableName(batteryHours)} where hour < $1::timestamptz - interval '7 days'`;
