import { getTableName, sql, Subquery, type SQL } from 'drizzle-orm';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { OwnedTable } from './columns.ts';
import type { Tx } from './db.ts';
import { readOrder } from './lists/list-order.ts';
import { pageIds, type PageInput } from './lists/page-ids.ts';
import { cachedTotal } from './page.ts';
import { dialect } from './transaction-client.ts';

export type { PageInput } from './lists/page-ids.ts';

/** A query that is not limited yet. */
interface Limitable<Row> {
  limit(limit: number): { offset(offset: number): PromiseLike<Row[]> };
}

/**
 * One page of a query and the exact total, sent together. For lists that are grouped, short, or of no table of their own; a list of a
 * large table uses `paginateTable`. A query that needs the limit inside it is passed as a function.
 */
export async function paginate<Row>(
  { page, pageSize }: PageInput,
  rows: Limitable<Row> | ((limit: number, offset: number) => PromiseLike<Row[]>),
  total: PromiseLike<number>,
): Promise<{ list: Row[]; total: number }> {
  const offset = (page - 1) * pageSize;
  const limited = typeof rows === 'function' ? rows(pageSize, offset) : rows.limit(pageSize).offset(offset);
  const [list, count] = await Promise.all([limited, total]);
  return { list, total: count };
}

/** The query builder for a cached statement. It has no transaction, so no value of a caller can enter the text. */
export type Draft = Pick<Tx, 'select'>;

interface Select<Row> extends PromiseLike<Row[]> {
  orderBy(order: SQL): { prepare(name: string): Statement<Row> };
}
interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

interface PageQuery<T extends OwnedTable, Row> {
  table: T;
  /** Joins of the tables that filter or order the list, one row at most for each of its rows, without parameters. */
  joined?: SQL;
  /**
   * Selects the rows of `from` with their joined columns. It must be the same function at every call, because its text is cached.
   * Values of the caller are placeholders (`sql.placeholder`), filled from `values`.
   */
  rows: (db: Draft, from: T) => Select<Row>;
  where: SQL | undefined;
  /** Columns and expressions over them, without parameters. */
  orderBy: readonly SQL[];
  input: PageInput;
  values?: Record<string, unknown>;
}

/** Builds statements only; it has no connection. */
const drafts = new PostgresJsDatabase(
  dialect,
  new PostgresJsSession(undefined as unknown as Sql, dialect, undefined, {}),
  undefined,
);

const statements = new WeakMap<object, Statement<unknown>>();

/**
 * One page of a table: first the ids of the page, from the tables that filter and order it and by an index that fits, then the columns
 * of these rows by their keys. Building the text of the second statement costs as much as the rest of a list call, so there is one for
 * each list, and it is cached.
 */
export async function paginateTable<T extends OwnedTable, Row>(
  db: Tx,
  { table, joined, rows, where, orderBy, input, values }: PageQuery<T, Row>,
): Promise<{ list: Row[]; total: number }> {
  const condition = dialect.sqlToQuery(where ?? sql`true`);
  const { sql: from, params } = dialect.sqlToQuery(joined ? sql`${table} ${joined}` : sql`${table}`);
  if (params.length > 0) throw new Error(`the joins of ${from} have parameters`);
  const total = cachedTotal(
    db,
    `select count(*)::int as total from ${from} where ${condition.sql}`,
    condition.params,
  );
  const parts = readOrder(table, orderBy);
  const ids = pageIds(db, { id: `${nameOf(table)}."id"`, from, condition, parts }, input);
  const page = ids.then((found) =>
    found.length === 0
      ? []
      : db.run(statementOf(table, rows), { ...values, [idsName]: `{${found.join(',')}}` }),
  );
  const [list, count] = await Promise.all([page, total]);
  return { list, total: count };
}

const nameOf = (table: OwnedTable) => dialect.escapeName(getTableName(table));

const idsName = 'ids of the page';

/** The statement for the rows of a page, in the order of its ids. The function is the key, so it returns that function's rows. */
function statementOf<T extends OwnedTable, Row>(table: T, rows: PageQuery<T, Row>['rows']): Statement<Row> {
  const cached = statements.get(rows) as Statement<Row> | undefined;
  if (cached) return cached;
  const ids = sql`${sql.placeholder(idsName)}::${sql.raw(table.id.getSQLType())}[]`;
  const page = sql`select * from ${table} where ${table.id} = any(${ids})`;
  // The subquery has the name of its table.
  const from = new Subquery(page, {}, getTableName(table)) as unknown as T;
  const statement = rows(drafts, from)
    .orderBy(sql`array_position(${ids}, ${table.id})`)
    .prepare('page');
  statements.set(rows, statement);
  return statement;
}
