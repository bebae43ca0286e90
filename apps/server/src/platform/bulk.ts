import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './db.ts';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Writes whole rows in one statement however many they are: new ones are inserted, known ones replaced where their `revision`
 * is older. Composing a statement for each row costs more than PostgreSQL needs for it. Arrays of PostgreSQL are not among
 * the columns it can write; JSON is.
 */
export function bulkUpsert<T extends PgTable>(table: T) {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    // A column that was given no name of its own has its key's, in the words of the database.
    name: column.keyAsName ? snake(key) : column.name,
  }));
  const names = columns.map((column) => `"${column.name}"`);
  const changed = names
    .filter((column) => column !== '"id"')
    .map((column) => `${column} = excluded.${column}`);
  const statement = `insert into "${name}" (${names.join(', ')})
    select ${names.join(', ')} from jsonb_populate_recordset(null::"${name}", $1::text::jsonb)
    on conflict (id) do update set ${changed.join(', ')} where "${name}".revision < excluded.revision`;

  return async (db: Tx, rows: readonly T['$inferSelect'][]): Promise<void> => {
    if (rows.length === 0) return;
    const records = rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column.name, row[column.key]])),
    );
    await db.raw(statement, [JSON.stringify(records)]);
  };
}
