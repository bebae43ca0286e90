import { daysAt, daysBefore, type Days, type SitePeriod } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { sites } from './site-table.ts';

/** The days of a period at the sites in some time zones. The empty zone is what has no site; its days are those of UTC. */
interface ZoneDays extends Days {
  zones: readonly string[];
}

/** The days of a period. `spans` are those of each site, where they differ. */
export interface SiteDays extends Days {
  spans?: readonly ZoneDays[] | undefined;
}

const earliest = (days: readonly Days[]) => days.map(({ from }) => from).toSorted()[0]!;
const latest = (days: readonly Days[]) =>
  days
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!;
const isSame = (days: readonly Days[]) => new Set(days.map(({ from, to }) => `${from} ${to}`)).size === 1;

/** The days from the first to the last one of the sites. */
function coveredBy(spans: readonly ZoneDays[]): SiteDays {
  const ofSites = spans.filter(({ zones }) => zones.some((zone) => zone !== ''));
  const covered = ofSites.length > 0 ? ofSites : spans;
  const days = { from: earliest(covered), to: latest(covered) };
  return isSame(spans) ? days : { ...days, spans };
}

interface Owner {
  companyId?: string | undefined;
  siteId?: string | undefined;
}

const ofOwner = `($1::uuid is null or company_id = $1::uuid) and ($2::uuid is null or id = $2::uuid)`;
const valuesOf = ({ companyId, siteId }: Owner) => [companyId ?? null, siteId ?? null];

/** The days of a period at each site: one that ends today ends on the current day of the site. */
export async function siteDaysOf(
  db: Tx,
  now: Date,
  { from, to, current, ...owner }: SitePeriod & Owner,
): Promise<SiteDays> {
  if (!current) return { from, to };
  const rows = await db.raw<{ today: string; zones: string[] }>(
    `select day_in($3::timestamptz, z.timezone)::text as today, array_agg(z.timezone) as zones
     from (select timezone from ${getTableName(sites)} where ${ofOwner} union select '') z group by 1 order by 1`,
    [...valuesOf(owner), now.toISOString()],
  );
  return coveredBy(rows.map(({ today, zones }) => ({ ...daysAt({ from, to, current }, today), zones })));
}

/** The equally long period before, at each site. */
export const siteDaysBefore = ({ from, to, spans }: SiteDays): SiteDays =>
  spans
    ? coveredBy(spans.map((span) => ({ ...daysBefore(span), zones: span.zones })))
    : daysBefore({ from, to });

/** The time zones of the sites of an owner. */
export async function siteZonesOf(db: Tx, owner: Owner): Promise<string[]> {
  const rows = await db.raw<{ timezone: string }>(
    `select distinct timezone from ${getTableName(sites)} where ${ofOwner} order by 1`,
    valuesOf(owner),
  );
  return rows.map(({ timezone }) => timezone);
}

/** The first and the last day of a query that reads all sites at once. */
export const boundsOf = ({ from, to, spans }: SiteDays): Days =>
  spans ? { from: earliest(spans), to: latest(spans) } : { from, to };

/**
 * The condition that a row `d` of a day and a site is in a period, beside the one that it is within the bounds. `place` adds a value
 * to the parameters and returns its place. Days that all sites have are not compared by site.
 */
export function inSiteDays({ spans }: SiteDays, place: (value: unknown) => string): string[] {
  if (!spans) return [];
  const within = (days: Days) => `d.day between ${place(days.from)}::date and ${place(days.to)}::date`;
  const atSiteIn = (zones: readonly string[]) =>
    `d.site_id in (select id from ${getTableName(sites)} where timezone = any(${place(zones)}::text[]))`;
  const others = spans.flatMap(({ zones }) => (zones.includes('') ? [] : zones));
  const common = {
    from: spans
      .map(({ from }) => from)
      .toSorted()
      .at(-1)!,
    to: spans.map(({ to }) => to).toSorted()[0]!,
  };
  const each = spans.map((span) =>
    span.zones.includes('')
      ? `(${within(span)} and (d.site_id is null or not ${atSiteIn(others)}))`
      : `(${within(span)} and ${atSiteIn(span.zones)})`,
  );
  return [`(${[...(common.from <= common.to ? [within(common)] : []), ...each].join(' or ')})`];
}

/**
 * SQL of a `with` list: when a period of days starts and ends in the time zone of each site, and in UTC for what has no site (the
 * empty zone). Join it by `coalesce(site.timezone, '')`.
 */
export function zonesDuring(
  { from, to, spans = [{ from, to, zones: [''] }] }: SiteDays,
  place: (value: unknown) => string,
): string {
  const dayOf = (end: 'from' | 'to') => {
    const whens = spans.map(
      (span) => `when timezone = any(${place(span.zones)}::text[]) then ${place(span[end])}::date`,
    );
    return `case ${whens.join(' ')} else ${place(end === 'from' ? from : to)}::date end`;
  };
  return `zones as materialized (
  select z.timezone, z.first_day::timestamp at time zone known_zone(z.timezone) as starts,
    (z.last_day + 1)::timestamp at time zone known_zone(z.timezone) as ends
  from (select timezone, ${dayOf('from')} as first_day, ${dayOf('to')} as last_day
    from (select timezone from ${getTableName(sites)} union select '') t) z)`;
}
