import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Refusal } from '../calls/ctx.ts';
import type { OwnedTable } from './columns.ts';
import type { Tx } from './db.ts';

/** The condition for rows in the transaction's tenant scope. It has one array parameter, so all scopes share one prepared statement. */
export const visible = (db: Tx, table: Pick<OwnedTable, 'companyId'>): SQL | undefined =>
  db.scope === '*' ? undefined : anyOf(table.companyId, scopeArray(db.scope));

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

/** The number of rows of a table that match a condition. */
export const counted = async (db: Tx, table: PgTable, where: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
};

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
