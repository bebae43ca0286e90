import { deviceHistoryCalls, maxHistorySamples, type HistorySpan } from '@sweepline/contract';
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find, visible } from '../../platform/db/page.ts';
import { deviceEvents } from '../../entities/devices/device-event-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { samplesDuring } from '../../entities/devices/device-history.ts';

const maxChanges = 2000;
/** Devices are sampled once a minute, so a finer step has no data. */
const minStepS = 60;

/** The states of a period: the last change before it and all changes within, each until the next. */
async function spansDuring(db: Tx, deviceId: string, kind: 'MODE' | 'CONNECTION', from: string, to: string) {
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

export const deviceHistoryAnswers = answer(deviceHistoryCalls, {
  during: async ({ db }, { id, to, hours }) => {
    await find(db, devices, id);
    const wholeS = hours * 3600;
    const from = new Date(Date.parse(to) - wholeS * 1000).toISOString();
    const stepS = Math.max(minStepS, Math.ceil(wholeS / maxHistorySamples));
    const [samples, modes, connection] = await Promise.all([
      samplesDuring(db, id, from, to, stepS),
      spansDuring(db, id, 'MODE', from, to),
      spansDuring(db, id, 'CONNECTION', from, to),
    ]);
    return {
      stepS,
      samples,
      modes: modes.spans,
      connection: connection.spans,
      more: modes.more || connection.more,
    };
  },
});
