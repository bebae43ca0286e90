import { clockAt, isTimeZone } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import type { Logger } from 'pino';
import { sites } from '../../../entities/places/site-table.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

const dayMs = 86_400_000;
/** A change of a zone is always longer than a step. */
const stepMs = 5 * dayMs;
const [backMs, aheadMs] = [30 * dayMs, 2 * 366 * dayMs];
const hourMs = 3_600_000;

/** A zone in which PostgreSQL has another clock than this program, and the first day on which it does. */
export interface ZoneDifference {
  timezone: string;
  from: string;
}

const zonesInUse = `select timezone from ${getTableName(sites)} union select timezone from ${getTableName(schedules)}`;

/** SQL: the clocks of the zones $1 at the moments $2, in seconds. */
const clocksOf = `select z.name, array_agg(to_char(to_timestamp(m.at) at time zone z.zone, 'YYYY-MM-DD"T"HH24:MI') order by m.at) as clocks
  from (select name, known_zone(name) as zone from unnest($1::text[]) name) z, unnest($2::float8[]) m(at) group by z.name order by z.name`;

/** The zones among these in which the two clocks differ from a month ago until in two years. */
export async function differencesOf(tx: Tx, zones: readonly string[], now: Date): Promise<ZoneDifference[]> {
  const from = now.getTime() - backMs;
  const moments = Array.from({ length: Math.ceil((backMs + aheadMs) / stepMs) }, (_, n) => from + n * stepMs);
  const rows = await tx.raw<{ name: string; clocks: string[] }>(clocksOf, [
    zones,
    moments.map((ms) => Math.floor(ms / 1000)),
  ]);
  return rows.flatMap(({ name, clocks }) => {
    const first = moments.find((ms, n) => clockAt(ms, name) !== clocks[n]);
    return first === undefined ? [] : [{ timezone: name, from: new Date(first).toISOString().slice(0, 10) }];
  });
}

/** Compares the zone data of the database with that of this program, for the zones of sites and plans. */
async function zoneDifferences(tx: Tx, now: Date): Promise<ZoneDifference[]> {
  const rows = await tx.raw<{ timezone: string }>(zonesInUse, []);
  return await differencesOf(tx, rows.map(({ timezone }) => timezone).filter(isTimeZone), now);
}

/** `zoneDifferences`, computed once an hour at most: zone data changes with the programs, the zones in use seldom. */
export function createZoneCheck() {
  let latest: { atMs: number; found: ZoneDifference[] } | undefined;
  return async (tx: Tx, now: Date): Promise<ZoneDifference[]> => {
    const atMs = now.getTime();
    if (!latest || Math.abs(atMs - latest.atMs) >= hourMs)
      latest = { atMs, found: await zoneDifferences(tx, now) };
    return latest.found;
  };
}

/** Warns of zones in which a plan and the statistics would count a start to different days. */
export async function warnOfZones(db: Db, now: Clock, logger: Pick<Logger, 'warn'>): Promise<void> {
  for (const difference of await inScope(db, '*', (tx) => zoneDifferences(tx, now())))
    logger.warn(difference, 'the database has other rules for a time zone than this program');
}
