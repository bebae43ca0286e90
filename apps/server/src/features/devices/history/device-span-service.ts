import type { HistorySpan } from '@sweepline/contract';
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import { deviceEvents } from '../../../entities/devices/device-event-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

const maxChanges = 2000;

/** The states of a period: the last change before it and all changes within, each until the next. */
export async function spansDuring(
  db: Tx,
  deviceId: string,
  kind: 'MODE' | 'CONNECTION',
  from: string,
  to: string,
) {
  const { at, after } = deviceEvents;
  const condition = and(
    visible(db, deviceEvents),
    eq(deviceEvents.deviceId, deviceId),
    eq(deviceEvents.kind, kind),
  );
  const columns = { at, value: after };
  const [before, changes] = await Promise.all([
    db
      .select(columns)
      .from(deviceEvents)
      .where(and(condition, lt(at, from)))
      .orderBy(desc(at))
      .limit(1),
    db
      .select(columns)
      .from(deviceEvents)
      .where(and(condition, gte(at, from), lt(at, to)))
      .orderBy(asc(at))
      .limit(maxChanges + 1),
  ]);
  const all = [...before, ...changes.slice(0, maxChanges)];
  const spans: HistorySpan[] = all.map(({ at: began, value }, index) => ({
    from: began,
    to: all[index + 1]?.at ?? null,
    value,
  }));
  return { spans, more: changes.length > maxChanges };
}
