import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './db.ts';
import { plainArray } from './plain-array.ts';

type Row<T extends PgTable> = T['$inferSelect'];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Writes any number of whole rows in one statement. New rows are inserted. Existing rows are replaced if their `revision` is
 * older and every column of `bound` has the same value, so a row of another owner keeps its content. Returns the ids of the
 * written rows. Composing a statement for each row costs more than PostgreSQL needs to run it. PostgreSQL array columns are not
 * supported; JSON columns are.
 */
export function bulkUpsert<T extends PgTable>(table: T, bound: readonly (string & keyof Row<T>)[]) {
  const name = getTableName(table);
  const columns = columnsOf(table);
  const same = columns
    .filter(({ key }) => bound.includes(key as (typeof bound)[number]))
    .map((column) => `"${name}"."${column.name}" = excluded."${column.name}"`);
  const names = columns.map((column) => `"${column.name}"`);
  const changed = names
    .filter((column) => column !== '"id"')
    .map((column) => `${column} = excluded.${column}`);
  return insertStatement(
    table,
    `(id) do update set ${changed.join(', ')}
      where ${[`"${name}".revision < excluded.revision`, ...same].join(' and ')}`,
  );
}

/**
 * Inserts whole rows in one statement and leaves rows whose id exists unchanged. Returns the ids of the inserted rows.
 * The statement is composed once: composing it for each row costs more than the insert.
 */
export const bulkInsert = <T extends PgTable>(table: T) => insertStatement(table, '(id) do nothing');

/** As `bulkInsert`, but a row that violates any unique index of the table is left out too. */
export const bulkInsertNew = <T extends PgTable>(table: T) => insertStatement(table, 'do nothing');

function insertStatement<T extends PgTable>(table: T, onConflict: string) {
  const name = getTableName(table);
  const columns = columnsOf(table);
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const statement = `insert into "${name}" (${names})
    select ${names} from jsonb_populate_recordset(null::"${name}", $1::text::jsonb)
    on conflict ${onConflict} returning id`;

  const jsonOf = bulkJson(table);
  return async (db: Tx, rows: readonly Row<T>[]): Promise<string[]> =>
    rows.length === 0 ? [] : idsOf(await db.raw(statement, [jsonOf(rows)]));
}

/** Whole rows as the JSON that `jsonb_populate_recordset` reads. */
export function bulkJson<T extends PgTable>(table: T) {
  const columns = columnsOf(table);
  return (rows: readonly Row<T>[]): string =>
    JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map((column) => [column.name, row[column.key]]))),
    );
}

/**
 * Sets the named columns of many rows in one statement, where their `revision` is older and the columns of `bound` have the same
 * values. It needs a quarter of the work of writing whole rows. Missing rows are not inserted. Returns the ids of the rows that
 * were not written, because nearly all are.
 */
export function bulkUpdate<
  T extends PgTable,
  K extends string & keyof Row<T>,
  B extends string & keyof Row<T>,
>(table: T, keys: readonly K[], bound: readonly B[]) {
  const name = getTableName(table);
  const named: readonly string[] = ['id', 'revision', ...bound, ...keys];
  const fixed: readonly string[] = ['id', ...bound];
  const columns = columnsOf(table).filter((column) => named.includes(column.key));
  const set = columns
    .filter(({ key }) => !fixed.includes(key))
    .map((column) => `"${column.name}" = it."${column.name}"`);
  const same = columns
    .filter(({ key }) => fixed.includes(key))
    .map((column) => `"${name}"."${column.name}" = it."${column.name}"`);
  const statement = `with it as (
      select * from unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
        as it(${columns.map((column) => `"${column.name}"`).join(', ')})
    ), written as (
      update "${name}" set ${set.join(', ')} from it
      where ${same.join(' and ')} and "${name}".revision < it.revision
      returning "${name}".id
    ) select id from it where id not in (select id from written)`;

  return async (db: Tx, rows: readonly Pick<Row<T>, K | B | 'id' | 'revision'>[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    // Every named column is a column of the row.
    const values = columns.map(({ key, type }) => {
      const cells = rows.map((row) => row[key as keyof typeof row]);
      // A column of such a type has no other values.
      return plainTypes.has(type) ? plainArray(cells as (string | number | null)[]) : cells;
    });
    return idsOf(await db.raw(statement, values));
  };
}

// Both statements return the column `id` and nothing else.
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => String(id));

const plainTypes = new Set(['uuid', 'integer', 'bigint', 'real', 'double precision']);

const columnsOf = (table: PgTable) =>
  Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    // A column without its own name is named by its key in snake case.
    name: column.keyAsName ? snake(key) : column.name,
    type: column.getSQLType(),
  }));
