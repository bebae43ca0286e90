import { Column, is, SQL, sql, type Table } from 'drizzle-orm';
import type { OwnedTable } from '../columns.ts';
import { dialect } from '../transaction-client.ts';

interface Term {
  text: string;
  isDescending: boolean;
  isNullable: boolean;
  areNullsFirst: boolean;
  /** The id of the joined table that the term reads; null where that table has no row. */
  joinedId?: string;
}

/** One part of an ordered list: the rows that match `condition`, in `order`. */
export interface ListPart {
  condition?: string;
  order: string;
  /** The texts of the order. The first one is null in every row of a part without it. */
  keys: readonly string[];
  /** How the keys of a later row compare with those of an earlier one; missing if a comparison of rows is not the order. */
  comparison?: '>' | '<';
}

const direction = / (asc|desc)(?: nulls (first|last))?$/;

/**
 * Reads the order of a list; its terms have no parameters. An order by a column with nulls has two parts, without and with nulls:
 * an index has nulls at one end only, so that it fits each part in both directions, but not the whole.
 */
export function readOrder(table: OwnedTable, terms: readonly SQL[]): ListPart[] {
  const read = terms.map((term) => termOf(table, term));
  const [first, ...rest] = read;
  if (!first?.isNullable || rest.length === 0) return [partOf(read)];
  const { text, joinedId } = first;
  const condition = `${joinedId === undefined ? '' : `${joinedId} is not null and `}${text} is not null`;
  // The ids are equal, and the index of the joined table has its own.
  const ownId = dialect.sqlToQuery(sql`${table.id}`).sql;
  const ordered = read.map((term, n) => ({
    ...term,
    isNullable: n > 0 && term.isNullable,
    text: term.text === ownId ? (joinedId ?? ownId) : term.text,
  }));
  const filled = { ...partOf(ordered), condition };
  const empty = {
    ...partOf(rest),
    keys: ['null', ...rest.map((term) => term.text)],
    condition: `${text} is null`,
  };
  return first.areNullsFirst ? [empty, filled] : [filled, empty];
}

function partOf(terms: readonly Term[]): ListPart {
  const isDescending = terms[0]?.isDescending ?? false;
  const isOneWay = terms.every((term) => !term.isNullable && term.isDescending === isDescending);
  return {
    order: terms.map(textOf).join(', '),
    keys: terms.map(({ text }) => text),
    ...(isOneWay && { comparison: isDescending ? '<' : '>' }),
  };
}

const textOf = ({ text, isDescending, isNullable, areNullsFirst }: Term) =>
  `${text}${isDescending ? ' desc' : ''}${isNullable && areNullsFirst !== isDescending ? ` nulls ${areNullsFirst ? 'first' : 'last'}` : ''}`;

function termOf(table: OwnedTable, term: SQL): Term {
  const { sql: whole, params } = dialect.sqlToQuery(term);
  if (params.length > 0) throw new Error(`the order ${whole} has parameters`);
  const [clause = '', way = 'asc', nulls] = direction.exec(whole) ?? [];
  const text = whole.slice(0, whole.length - clause.length);
  const isDescending = way === 'desc';
  const columns = columnsIn(term);
  const joined = columns.find((column) => column.table !== table)?.table as
    | (Table & { id?: Column })
    | undefined;
  return {
    text,
    isDescending,
    isNullable: !isNeverNull(table, columns, text),
    areNullsFirst: nulls ? nulls === 'first' : isDescending,
    ...(joined?.id && { joinedId: dialect.sqlToQuery(sql`${joined.id}`).sql }),
  };
}

const columnOrComparison = /^(?:"\w+"\."\w+"|\("\w+"\."\w+" = '\w+'\))$/;

/** Columns of joined tables are null where the table has no row, and expressions may be null. */
const isNeverNull = (table: OwnedTable, columns: readonly Column[], text: string) =>
  columnOrComparison.test(text) && columns.every((column) => column.notNull && column.table === table);

const columnsIn = (part: unknown): Column[] => {
  if (is(part, Column)) return [part];
  return is(part, SQL) ? part.queryChunks.flatMap(columnsIn) : [];
};
