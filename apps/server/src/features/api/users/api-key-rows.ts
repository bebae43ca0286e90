import type { ApiKey } from '@sweepline/contract';
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { apiKeys, apiUsers } from '../../../entities/api/api-user-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

/** Keys in the form of the contract, newest first. A site or robot that was deleted meanwhile has no name. */
export async function readKeys(db: Tx, where: SQL | undefined): Promise<ApiKey[]> {
  const keys = await db
    .select()
    .from(apiKeys)
    .where(and(visible(db, apiKeys), where))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  const [siteIds, robotIds] = [keys.flatMap((key) => key.siteIds), keys.flatMap((key) => key.robotIds)];
  const [siteRows, robotRows] = await Promise.all([
    db.select({ id: sites.id, name: sites.name }).from(sites).where(inValues(sites.id, siteIds)),
    db
      .select({ id: devices.id, name: sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})` })
      .from(devices)
      .where(inValues(devices.id, robotIds)),
  ]);
  const names = new Map([...siteRows, ...robotRows].map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.get(id) ?? '' }));
  return keys.map((key) => ({ ...key, sites: named(key.siteIds), robots: named(key.robotIds) }));
}

/** One key in the form of the contract. */
export async function readKey(db: Tx, keyId: string): Promise<ApiKey> {
  const [key] = await readKeys(db, eq(apiKeys.keyId, keyId));
  if (!key) throw new Refusal('notFound');
  return key;
}

/** Refuses sites and robots that the API user does not see, or its maker. */
export async function checkNarrowing(
  db: Tx,
  { userId, siteIds, robotIds }: { userId: string; siteIds: readonly string[]; robotIds: readonly string[] },
): Promise<void> {
  const path = sql`(select own.path from ${apiUsers} u join ${companies} own on own.id = u.company_id where u.id = ${userId})`;
  for (const [table, ids] of [
    [sites, siteIds],
    [devices, robotIds],
  ] as const) {
    if (ids.length === 0) continue;
    const found = await db
      .select({ id: table.id })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .where(and(visible(db, table), inArray(table.id, [...ids]), underPath(companies.path, path)));
    if (found.length < new Set(ids).size) throw new Refusal('notFound');
  }
}
