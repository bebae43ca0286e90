import { isKeyOf } from '@sweepline/contract';
import { asc, Column, desc, is, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A column or expression of a sort key. Nulls are last in both directions; as `nullsLowest` they sort as the lowest value. */
type SortColumn = SQLWrapper | { nullsLowest: SQLWrapper };

/**
 * The order of a list: by the column of the sort key, then by id, so that no row is on two pages. The type of `sort` is the one of
 * the contract; a key without a column does not compile.
 */
export function orderBy<K extends string>(
  sortable: Record<K, SortColumn>,
  sort: NoInfer<K | `-${K}`>,
  id: SQLWrapper,
): SQL[] {
  const isDescending = sort.startsWith('-');
  const key = isDescending ? sort.slice(1) : sort;
  if (!isKeyOf(sortable, key)) throw new Error(`no column for the sort key ${key}`);
  const column = sortable[key];
  // The id has the same placement of nulls, so that the order matches the index.
  if ('nullsLowest' in column)
    return [column.nullsLowest, id].map((each) =>
      isDescending ? sql`${each} desc nulls last` : sql`${each} asc nulls first`,
    );
  if (!isDescending) return [asc(column), asc(id)];
  // Without nulls the clause is omitted, because an index in the opposite direction does not match it.
  return [isNotNull(column) ? desc(column) : sql`${column} desc nulls last`, desc(id)];
}

const isNotNull = (column: SQLWrapper) => is(column, Column) && column.notNull;
