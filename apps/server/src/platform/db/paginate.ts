import { getTableName, sql, Subquery, type SQL } from 'drizzle-orm';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { OwnedTable } from './columns.ts';
import { dialect } from './as-tx.ts';
import type { Tx } from './db.ts';
import { pageOf, windowOf, type PageInput } from './page.ts';

/** What a statement is drafted with: it has no transaction, so that nothing of a caller can get into the text. */
export type Draft = Pick<Tx, 'select'>;

interface Select<Row> extends PromiseLike<Row[]> {
  orderBy(order: SQL): { prepare(name: string): Statement<Row> };
}
interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

interface Cut<T extends OwnedTable, Row> {
  table: T;
  /**
   * The rows of `from` with what is shown beside them: the same function every time, for its text is kept. What it needs of the
   * caller it names with `sql.placeholder`, and `values` says it.
   */
  rows: (db: Draft, from: T) => Select<Row>;
  where: SQL | undefined;
  /** Columns and expressions over them, without parameters. */
  orderBy: readonly SQL[];
  input: PageInput;
  values?: Record<string, unknown>;
}

/** It drafts; nothing is ever sent over it. */
const drafts = new PostgresJsDatabase(
  dialect,
  new PostgresJsSession(undefined as unknown as Sql, dialect, undefined, {}),
  undefined,
);

/** Filters combine to many texts, but not to that many that are asked for. */
const maxCached = 200;
const kept = new WeakMap<object, Map<string, Statement<unknown>>>();

/**
 * One page of a table and the exact total. The page is cut before anything is joined to it, so twenty rows are joined instead of all
 * of them. Making the text of such a statement costs as much as everything else a list does here, so it is made once for each
 * condition and order.
 */
export function paginate<T extends OwnedTable, Row>(
  db: Tx,
  { table, rows, where, orderBy, input, values }: Cut<T, Row>,
): Promise<{ list: Row[]; total: number }> {
  const condition = dialect.sqlToQuery(where ?? sql`true`);
  const order = sql.join([...orderBy], sql`, `);
  const key = `${condition.sql} order by ${dialect.sqlToQuery(order).sql}`;
  const known = kept.get(rows) ?? new Map<string, Statement<unknown>>();
  kept.set(rows, known);
  // Kept under the function that made it, so it answers that function's rows.
  let statement = known.get(key) as Statement<Row> | undefined;
  if (!statement) {
    if (known.size >= maxCached) known.clear();
    statement = rows(drafts, cutOf(table, condition, order))
      .orderBy(order)
      .prepare('page');
    known.set(key, statement);
  }
  const { limit, offset } = windowOf(input);
  const given = Object.fromEntries(condition.params.map((value, n) => [`where ${n}`, value]));
  const total = db
    .raw<{ total: number }>(
      `select count(*)::int as total from ${nameOf(table)} where ${condition.sql}`,
      condition.params,
    )
    .then(([counted]) => counted?.total ?? 0);
  return pageOf(db.run(statement, { ...values, ...given, limit, offset }), total);
}

const nameOf = (table: OwnedTable) => dialect.escapeName(getTableName(table));

/** The page alone, under the name of its table, so that columns of the table are columns of the page. */
function cutOf<T extends OwnedTable>(table: T, condition: { sql: string; params: unknown[] }, order: SQL): T {
  const [first = '', ...others] = condition.sql.split(/\$\d+/);
  if (others.length !== condition.params.length)
    throw new Error(`not all parameters are in ${condition.sql}`);
  const given = others.map((text, n) => sql`${sql.placeholder(`where ${n}`)}${sql.raw(text)}`);
  const where = sql.join([sql.raw(first), ...given]);
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')];
  const page = sql`select * from ${table} where ${where} order by ${order} limit ${limit} offset ${offset}`;
  // To the query builder what stands behind `from` is the table itself.
  return new Subquery(page, {}, getTableName(table)) as unknown as T;
}
