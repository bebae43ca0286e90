import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { dialect } from './transaction-client.ts';
import { orderBy } from './order-by.ts';

const items = pgTable('items', { id: uuid().primaryKey(), name: text().notNull(), rank: integer() });
const sortable = {
  name: items.name,
  rank: items.rank,
  size: sql`length(${items.name})`,
  lowest: { nullsLowest: items.rank },
};
const textOf = (sort: Parameters<typeof orderBy<keyof typeof sortable>>[1]) =>
  dialect.sqlToQuery(sql.join(orderBy(sortable, sort, items.id), sql`, `)).sql.replaceAll('"items".', '');

test('a list is ordered by its column and then by id in the same direction', () => {
  expect(textOf('name')).toBe('"name" asc, "id" asc');
  expect(textOf('-name')).toBe('"name" desc, "id" desc');
});

test('nulls are last in both directions, and a column without nulls matches its index', () => {
  expect(textOf('rank')).toBe('"rank" asc, "id" asc');
  expect(textOf('-rank')).toBe('"rank" desc nulls last, "id" desc');
  expect(textOf('-size')).toBe('length("name") desc nulls last, "id" desc');
});

test('nulls sort as the lowest value when the column says so', () => {
  expect(textOf('lowest')).toBe('"rank" asc nulls first, "id" asc nulls first');
  expect(textOf('-lowest')).toBe('"rank" desc nulls last, "id" desc nulls last');
});
