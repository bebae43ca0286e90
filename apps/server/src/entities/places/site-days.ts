import { getTableName } from 'drizzle-orm';
import { sites } from './site-table.ts';

/**
 * SQL of a `with` list: when a period of days starts and ends in the time zone of each site, and in UTC for what has no site (the
 * empty zone). Join it by `coalesce(site.timezone, '')`.
 */
export const zonesDuring = (from: string, to: string): string => `zones as materialized (
  select z.timezone, ${from}::date::timestamp at time zone known_zone(z.timezone) as starts,
    (${to}::date + 1)::timestamp at time zone known_zone(z.timezone) as ends
  from (select timezone from ${getTableName(sites)} union select '') z)`;
