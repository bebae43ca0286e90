import { getTableName } from 'drizzle-orm';
import { companies } from '../../../../entities/people/company-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { batteryHours } from './board-sums-table.ts';

interface Owner {
  companyId?: string | undefined;
  siteId?: string | undefined;
  deviceId?: string | undefined;
}
interface Row {
  at: string;
  robots: number;
  used: readonly [number, number, number];
  taken: readonly [number, number, number];
}

/** The last 24 hours, the one that goes on included. */
const hours = 24;
const shares = 'array[0.1, 0.5, 0.9]';

/** A band in percent, of hundredths of a percent. */
const bandOf = ([low, median, high]: Row['used']) => ({
  low: low / 100,
  median: median / 100,
  high: high / 100,
});

const counted = `device_counts(v.binding, v.use_status, v.inventory, c.type)`;
const withRobots = `join ${getTableName(devices)} v on v.id = b.device_id join ${getTableName(companies)} c on c.id = v.company_id
  where ${counted} and ($4::uuid is null or v.site_id = $4::uuid) and`;
/** `is true` keeps the condition out of the joins: the hours of all robots are read once and in order, instead of robot by robot. */
const ofAllRobots = `where (b.device_id in (select v.id from ${getTableName(devices)} v join ${getTableName(companies)} c on c.id = v.company_id
  where ${counted})) is true and $4::uuid is null and`;

/** The battery of counted robots by hour: median and 10–90 % band of what they used and took. */
export async function readBattery(db: Tx, now: Date, { companyId, siteId, deviceId }: Owner) {
  const isAll = db.scope === '*' && !companyId && !siteId && !deviceId;
  const rows = await db.raw<Row>(
    `select to_char(b.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, count(*)::int as robots,
       percentile_cont(${shares}) within group (order by b.used) as used,
       percentile_cont(${shares}) within group (order by b.taken) as taken
     from ${getTableName(batteryHours)} b ${isAll ? ofAllRobots : withRobots}
       b.hour > $1::timestamptz - make_interval(hours => ${hours}) and b.hour <= $1::timestamptz
       and ($2::uuid[] is null or b.company_id = any($2::uuid[])) and ($3::uuid is null or b.company_id = $3::uuid)
       and ($5::uuid is null or b.device_id = $5::uuid)
     group by b.hour order by b.hour`,
    [
      now.toISOString(),
      db.scope === '*' ? null : db.scope,
      companyId ?? null,
      siteId ?? null,
      deviceId ?? null,
    ],
  );
  return rows.map(({ at, robots, used, taken }) => ({
    at,
    robots,
    used: bandOf(used),
    taken: bandOf(taken),
  }));
}
