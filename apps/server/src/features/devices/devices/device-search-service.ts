import { ilike, or, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { containedTerms } from '../../../platform/db/lists/contained-terms.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, inValues } from '../../../platform/db/page.ts';

/** With more rows the order of the list finds a page faster. */
const maxFound = 1_000;

/** The condition for robots whose name or serial number contains the keyword. */
export const containsKeyword = (keyword: string): SQL =>
  sql`(${or(ilike(devices.nickname, contains(keyword)), ilike(devices.sn, contains(keyword)))})`;

interface Searched {
  keyword?: string | undefined;
  tag?: string | undefined;
}

/** The robots among which those with the keyword or tag are, found by an index. Undefined if they are not few. */
export async function foundDevices(db: Tx, { keyword, tag }: Searched): Promise<SQL | undefined> {
  const question = keyword ? containedTerms(keyword) : undefined;
  if (question === undefined && !tag) return undefined;
  const [row] = await db.raw<{ ids: string[] }>(
    'select search_device_ids($1::text::tsquery, $2::text, $3::int) as ids',
    [question ?? null, question === undefined ? tag : null, maxFound + 1],
  );
  const ids = row?.ids ?? [];
  return ids.length > maxFound ? undefined : inValues(devices.id, ids);
}
