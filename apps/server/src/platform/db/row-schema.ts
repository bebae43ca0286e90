import { getTableColumns, type Column, type Table } from 'drizzle-orm';
import { z } from 'zod';

/**
 * A schema of the rows of a table, for rows that another server sends as JSON. JSON columns are checked as present only: the
 * server that sent them read them from the same table.
 */
export function rowSchemaOf<T extends Table>(table: T): z.ZodType<T['$inferSelect']> {
  const shape = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [name, valueOf(column)]),
  );
  const row = z.looseObject(shape);
  return z.custom<T['$inferSelect']>((sent) => row.safeParse(sent).success);
}

const valueOf = (column: Column): z.ZodType => {
  const value = values[column.dataType] ?? z.unknown();
  return column.notNull ? value : value.nullable();
};

const values: Partial<Record<Column['dataType'], z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  array: z.array(z.unknown()),
  json: z.unknown(),
};
