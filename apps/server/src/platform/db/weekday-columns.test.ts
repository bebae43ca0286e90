import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { inScope } from './db.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { weekdayDocument, weekdayFromMonday, weekdayFromSunday } from './weekday-columns.ts';

const server = testServer();
const documentColumn = weekdayDocument<{ days: number[] }>(({ days }, day) => ({ days: days.map(day) }));
const asRead = pgTable('weekday_columns', {
  id: integer().primaryKey(),
  monday: weekdayFromMonday().array().notNull(),
  sunday: weekdayFromSunday().notNull(),
  document: documentColumn().notNull(),
});
const asStored = pgTable('weekday_columns', {
  id: integer().primaryKey(),
  monday: integer().array().notNull(),
  sunday: integer().notNull(),
  document: jsonb().$type<{ days: number[] }>().notNull(),
});

test('weekdays of ISO 8601 are stored as their columns count, read back, and refused outside 1 to 7', async () => {
  await server.asOwner(
    (
      sql,
    ) => sql`create table weekday_columns (id integer primary key, monday integer[] not null, sunday integer not null,
      document jsonb not null)`,
  );
  await server.asOwner((sql) => sql`grant all on weekday_columns to public`);
  const week = [1, 2, 3, 4, 5, 6, 7];
  await inScope(server.db, '*', async (tx) => {
    await tx.insert(asRead).values({ id: 1, monday: week, sunday: 7, document: { days: week } });
    expect(await tx.select().from(asStored)).toEqual([
      { id: 1, monday: [0, 1, 2, 3, 4, 5, 6], sunday: 0, document: { days: [1, 2, 3, 4, 5, 6, 0] } },
    ]);
    const [row] = await tx.select().from(asRead);
    expect(row).toEqual({ id: 1, monday: week, sunday: 7, document: { days: week } });
    // A document of an earlier demo world has 7 for Sunday.
    await tx.update(asStored).set({ document: { days: [6, 7] } });
    expect(await tx.select({ document: asRead.document }).from(asRead)).toEqual([
      { document: { days: [6, 7] } },
    ]);
  });
  for (const day of [0, 8, 1.5])
    for (const wrong of [{ monday: [day] }, { sunday: day }, { document: { days: [day] } }])
      await expect(
        inScope(server.db, '*', async (tx) => await tx.update(asRead).set(wrong)),
        JSON.stringify(wrong),
      ).rejects.toThrow();
});
