import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Refusal } from '../calls/ctx.ts';
import type { OwnedTable } from './columns.ts';
import type { Tx } from './db.ts';
import { dialect } from './transaction-client.ts';

/** The condition for rows in the transaction's tenant scope. It has one parameter, so that scopes share prepared statements. */
export function visible(db: Tx, table: Pick<OwnedTable, 'companyId'>): SQL | undefined {
  if (db.scope === '*') return undefined;
  const [only] = db.scope;
  // An index of company and order is in that order only for one company.
  if (only !== undefined && db.scope.length === 1) return eq(table.companyId, only);
  return anyOf(table.companyId, scopeArray(db.scope));
}

/** The array text per scope: a session uses the same list of companies in every statement. */
const arrays = new WeakMap<readonly string[], string>();
function scopeArray(scope: readonly string[]): string {
  const text = arrays.get(scope) ?? arrayText(scope);
  arrays.set(scope, text);
  return text;
}

/** `column = any(values)`: unlike `in (…)`, its text does not change with the number of values. */
export const inValues = (column: OwnedTable['id'] | SQL, values: readonly string[]): SQL =>
  anyOf(column, arrayText(values));

const arrayText = (values: readonly string[]) =>
  `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
const anyOf = (column: OwnedTable['id'] | SQL, array: string): SQL =>
  sql`${column} = any(${sql.param(array)})`;

/** A pattern for `ilike` that matches the typed text literally. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The number of rows of a table, or of joined tables, that match a condition. That of a large list may be some seconds old. */
export const counted = (db: Tx, table: PgTable | SQL, where: SQL | undefined): Promise<number> => {
  const { sql: text, params } = dialect.sqlToQuery(
    sql`select count(*)::int as total from ${table}${where ? sql` where ${where}` : sql``}`,
  );
  return cachedTotal(db, text, params);
};

/** The total of a statement with the column `total`. Statements with the same text and parameters share it in one tenant scope. */
export async function cachedTotal(db: Tx, text: string, params: readonly unknown[]): Promise<number> {
  const count = async () => (await db.raw<{ total: number }>(text, params))[0]?.total ?? 0;
  // A transaction that writes counts what it wrote.
  return db.listCache
    ? await db.listCache.total(db.scopeText, `${text} ${JSON.stringify(params)}`, count)
    : await count();
}

/** One visible row. Another company's row and a missing one are refused alike, so ids cannot be probed. */
export async function find<T extends OwnedTable>(
  db: Tx,
  table: T,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<T['$inferSelect']> {
  const query = db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), visible(db, table)))
    .$dynamic();
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The refusal of a save on an older version. It names author and time if both are known. */
export const changedMeanwhile = (who: string, when: string | null | undefined): Refusal =>
  who && when ? new Refusal('changedMeanwhile', { words: { who, when } }) : new Refusal('outdated');

/** Refuses a save that is based on an older version, and names who saved in between and when. */
export function checkVersion(
  row: { version: number; updatedAt: string; updatedBy: string },
  version: number,
): void {
  if (row.version !== version) {
    throw changedMeanwhile(row.updatedBy, row.updatedAt);
  }
}
