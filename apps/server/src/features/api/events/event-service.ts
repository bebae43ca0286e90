import { openEvents, openPath, type OpenEvent, type RelatedType } from '@sweepline/contract';
import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { apiEvents, type ApiEventRow } from '../../../entities/api/api-event-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** The resources that show the present state of what an event is about. */
const relatedPaths: Partial<Record<RelatedType, string>> = {
  robot: '/robots/',
  run: '/runs/',
  alarm: '/alarms/',
  assist: '/alarms/',
};

/** An event as the open API answers and delivers it. */
export function openEventOf(row: Omit<ApiEventRow, 'place'>): OpenEvent {
  const type = openEvents[row.name];
  const path = relatedPaths[type];
  return {
    id: row.id,
    type: row.name,
    at: row.at,
    position: row.position ?? 0,
    companyId: row.companyId,
    robotId: row.deviceId,
    siteId: row.siteId,
    related: {
      type,
      id: row.relatedId,
      path: path === undefined ? null : `${openPath}${path}${row.relatedId}`,
    },
    data: row.data,
  };
}

/** The first place that is stored and the last one that was given. */
export async function eventRange(db: Tx): Promise<{ first: number; last: number }> {
  const [range] = await db.raw<{ first: string; last: string }>('select * from api_event_range()');
  return { first: Number(range?.first ?? 1), last: Number(range?.last ?? 0) };
}

/** Events of the transaction's scope after a place, in their order. */
export const eventsAfter = (db: Tx, place: number, where: SQL | undefined, limit: number) =>
  db
    .select()
    .from(apiEvents)
    .where(and(visible(db, apiEvents), gt(apiEvents.place, place), where))
    .orderBy(asc(apiEvents.place))
    .limit(limit);

/** The condition for events of one robot or of one type. */
export const eventFilter = ({
  robotId,
  type,
}: {
  robotId?: string | undefined;
  type?: OpenEvent['type'] | undefined;
}) =>
  and(
    robotId === undefined ? undefined : eq(apiEvents.deviceId, robotId),
    type === undefined ? undefined : eq(apiEvents.name, type),
  );
