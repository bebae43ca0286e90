import { and, asc, desc, gt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { OwnedTable } from '../../../platform/db/columns.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';

interface PageInput {
  cursor?: string | undefined;
  limit: number;
}

const encode = (place: readonly string[]) => Buffer.from(place.join(' ')).toString('base64url');

const idPlace = z.tuple([z.uuid()]);
const timePlace = z.tuple([z.iso.datetime(), z.uuid()]);

/** The place that a cursor names. One that the server did not make is refused. */
function placeOf<T>(schema: z.ZodType<T>, cursor: string | undefined): T | undefined {
  if (cursor === undefined) return undefined;
  const place = schema.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split(' '));
  if (!place.success) throw wrongField('cursor', 'INVALID');
  return place.data;
}

type Rows<Row> = (where: SQL | undefined, order: SQL[], limit: number) => PromiseLike<Row[]>;

/** One row more than the page tells whether there is a next one. */
function pageOf<Row>(found: Row[], limit: number, place: (row: Row) => readonly string[]) {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: found.length > limit && last ? encode(place(last)) : null };
}

/** A page in the order of ids, which is the order in which the records were made. */
export async function pageById<Row extends { id: string }>(
  { cursor, limit }: PageInput,
  table: Pick<OwnedTable, 'id'>,
  rows: Rows<Row>,
) {
  const [id] = placeOf(idPlace, cursor) ?? [];
  const found = await rows(id === undefined ? undefined : gt(table.id, id), [asc(table.id)], limit + 1);
  return pageOf(found, limit, (row) => [row.id]);
}

/** A page by time, newest first. Records of the same time are ordered by their ids. */
export async function pageByTime<Row extends { id: string; at: string }>(
  { cursor, limit }: PageInput,
  { id, at }: { id: PgColumn; at: PgColumn },
  rows: Rows<Row>,
) {
  const place = placeOf(timePlace, cursor);
  const where = place && sql`(${at}, ${id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`;
  const found = await rows(and(where), [desc(at), desc(id)], limit + 1);
  return pageOf(found, limit, (row) => [row.at, row.id]);
}
