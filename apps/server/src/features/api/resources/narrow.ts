import { or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ApiKeyRow } from '../../../entities/api/api-user-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';

/** What a key sees of the companies of its API user, as conditions: row-level security knows companies only. */
export interface Narrowing {
  /** For a column with the id of a robot. */
  robots: (column: PgColumn) => SQL | undefined;
  /** For a column with the id of a site. */
  sites: (column: PgColumn) => SQL | undefined;
  /** For records of a robot, or of a site and no robot. */
  either: (robot: PgColumn, site: PgColumn) => SQL | undefined;
}

/** The conditions of a key. A robot belongs to a narrowed key as long as it is at one of its sites, or is one of its robots. */
export function narrowingOf({ siteIds, robotIds }: Pick<ApiKeyRow, 'siteIds' | 'robotIds'>): Narrowing {
  if (siteIds.length === 0 && robotIds.length === 0)
    return { robots: () => undefined, sites: () => undefined, either: () => undefined };
  const atSites = sql`select own.id from ${devices} own where own.site_id = any(${sql.param(`{${siteIds.join(',')}}`)}::uuid[])`;
  const robots = (column: PgColumn) =>
    sql`(${column} = any(${sql.param(`{${robotIds.join(',')}}`)}::uuid[]) or ${column} in (${atSites}))`;
  const sites = (column: PgColumn) => sql`${column} = any(${sql.param(`{${siteIds.join(',')}}`)}::uuid[])`;
  return {
    robots,
    sites,
    either: (robot, site) => or(robots(robot), sql`(${robot} is null and ${sites(site)})`),
  };
}
