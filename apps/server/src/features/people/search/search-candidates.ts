import { closeness, closenessOf, maxSearchHits } from '@sweepline/contract';
import { inArray } from 'drizzle-orm';
import type { OwnedTable } from '../../../platform/db/columns.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { SearchQueries } from './search-query.ts';

export type Kind = 'device' | 'company' | 'site' | 'task' | 'account';

/** The rows of one kind that match. */
export interface Candidates {
  ids: readonly string[];
  similar: boolean;
}

/** More rows than an answer contains, so that the closest can be chosen. */
const maxCandidates = 12;

/** The ids of the rows that match, by kind. A kind without a match is missing. */
export async function candidatesOf(
  db: Tx,
  kinds: readonly Kind[],
  { whole, beginning, containing, similar }: SearchQueries,
): Promise<Partial<Record<Kind, Candidates>>> {
  if (kinds.length === 0) return {};
  const rows = await db.raw<{ kind: Kind; ids: string[]; is_similar: boolean }>(
    'select * from search_candidates($1::text[], $2::tsquery, $3::tsquery, $4::tsquery, $5::text[]::tsquery[], $6::int)',
    [kinds, whole, beginning, containing, similar, maxCandidates],
  );
  return Object.fromEntries(
    rows.map(({ kind, ids, is_similar: similarOnly }) => [
      kind,
      { ids: [...new Set(ids)], similar: similarOnly },
    ]),
  );
}

export const isCandidate = (id: OwnedTable['id'], { ids }: Candidates) => inArray(id, [...ids]);

/** The closest rows first, among equals the shortest names, because the text is the largest part of them. */
export function closest<Row>(
  rows: readonly Row[],
  text: string,
  { similar }: Candidates,
  namesOf: (row: Row) => readonly [string, ...string[]],
): (Row & { similar: boolean })[] {
  const ranked = rows.map((row) => {
    const names = namesOf(row);
    // A serial number may match without its signs.
    return { row, name: names[0], rank: closenessOf(text, names) ?? closeness.part };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || compareNames(a.name, b.name))
    .slice(0, maxSearchHits)
    .map(({ row }) => ({ ...row, similar }));
}

const compareNames = (a: string, b: string) => a.length - b.length || (a < b ? -1 : Number(a > b));
