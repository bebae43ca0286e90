import { getTableName, sql, Subquery, type SQL } from 'drizzle-orm';
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { dialect } from './transaction-client.ts';
import type { OwnedTable } from './columns.ts';
import type { Tx } from './db.ts';

export interface PageInput {
  page: number;
  pageSize: number;
}

/** A query that is not limited yet. */
interface Limitable<Row> {
  limit(limit: number): { offset(offset: number): PromiseLike<Row[]> };
}

/**
 * One page of a query and the exact total. Both statements are sent together, so a list costs one round trip. A query that needs the
 * limit inside it is passed as a function.
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

/** Filters combine to many texts; far fewer are in use. */
const maxCached = 200;
const cache = new WeakMap<object, Map<string, Statement<unknown>>>();

/**
 * One page of a large table that is filtered and ordered by its own columns. The page is selected before the joins, so twenty rows are
 * joined instead of all rows. Building the text of such a statement costs as much as the rest of a list call, so it is cached per
 * condition and order. Lists that filter or order by joined columns cannot do this and use `paginate`.
 */
export function paginateTable<T extends OwnedTable, Row>(
  db: Tx,
  { table, rows, where, orderBy, input, values }: PageQuery<T, Row>,
): Promise<{ list: Row[]; total: number }> {
  const condition = dialect.sqlToQuery(where ?? sql`true`);
  const order = sql.join([...orderBy], sql`, `);
  const key = `${condition.sql} order by ${dialect.sqlToQuery(order).sql}`;
  const statements = cache.get(rows) ?? new Map<string, Statement<unknown>>();
  cache.set(rows, statements);
  // The cache is keyed by the function, so the statement returns that function's rows.
  const statement =
    (statements.get(key) as Statement<Row> | undefined) ??
    rows(drafts, pageSubquery(table, condition, order))
      .orderBy(order)
      .prepare('page');
  if (statements.size >= maxCached) statements.clear();
  statements.set(key, statement);
  const whereValues = Object.fromEntries(condition.params.map((value, n) => [`where ${n}`, value]));
  const total = db
    .raw<{ total: number }>(
      `select count(*)::int as total from ${nameOf(table)} where ${condition.sql}`,
      condition.params,
    )
    .then(([counted]) => counted?.total ?? 0);
  const page = (limit: number, offset: number) =>
    db.run(statement, { ...values, ...whereValues, limit, offset });
  return paginate(input, page, total);
}

const nameOf = (table: OwnedTable) => dialect.escapeName(getTableName(table));

/** The page as a subquery with the name of its table. Only ids are sorted: a late page does not read the rows before it. */
function pageSubquery<T extends OwnedTable>(
  table: T,
  condition: { sql: string; params: unknown[] },
  order: SQL,
): T {
  const [first = '', ...others] = condition.sql.split(/\$\d+/);
  if (others.length !== condition.params.length) throw new Error(`not all parameters are in ${first}…`);
  const rest = others.map((text, n) => sql`${sql.placeholder(`where ${n}`)}${sql.raw(text)}`);
  const where = sql.join([sql.raw(first), ...rest]);
  const range = sql`limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`;
  const ids = sql`select ${table.id} from ${table} where ${where} order by ${order} ${range}`;
  const page = sql`select * from ${table} where ${table.id} = any(array(${ids}))`;
  return new Subquery(page, {}, getTableName(table)) as unknown as T;
}
