import type { OpenResources } from '@sweepline/contract';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { apiEvents } from '../../../entities/api/api-event-table.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { eventFilter, eventRange, eventsAfter, openEventOf } from '../events/event-service.ts';
import type { Narrowing } from './narrow.ts';
import { Problem } from './open-problem.ts';

type EventsInput = z.output<OpenResources['events']['input']>;

const cursorOf = (place: number) => Buffer.from(`e ${place}`).toString('base64url');

/** The place that a cursor names. One that the server did not make is refused. */
function placeOf(cursor: string): number {
  const [, digits] = /^e (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (digits === undefined) throw wrongField('cursor', 'INVALID');
  return Number(digits);
}

/**
 * Events after a cursor. Each is answered once to a program that goes on from `nextCursor`: places are given after the commit, in order.
 * A cursor before the first stored event, or after the last one of a database that was restored, is refused with the place to begin.
 */
export async function readEvents(db: Tx, narrow: Narrowing, { cursor, limit, ...filter }: EventsInput) {
  const { first, last } = await eventRange(db);
  const begin = first - 1;
  const place = cursor === undefined ? begin : placeOf(cursor);
  if (place < begin || place > last) throw new Problem('cursor-gone', { beginCursor: cursorOf(begin) });
  const where = and(eventFilter(filter), narrow.either(apiEvents.deviceId, apiEvents.siteId));
  const rows = await eventsAfter(db, place, where, limit);
  const end = rows.at(-1)?.place ?? place;
  // Behind a page that is not full there is nothing up to the last place.
  const next = rows.length < limit ? Math.max(end, last) : end;
  return { data: rows.map(openEventOf), nextCursor: cursorOf(next) };
}
