import { calendarCalls, dueTimes, type Timed } from '@sweepline/contract';
import { dateAt } from '@sweepline/contract/robot';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find, visible } from '../../platform/db/page.ts';
import { devices } from '../devices/device-table.ts';
import { maps } from '../maps/map-table.ts';
import { tasks } from '../tasks/task-table.ts';
import { plannedRows, readCalendar } from './calendar-read.ts';
import { conflictsOf, type Stretch } from './conflict-rules.ts';
import { forecastFor } from './forecast-service.ts';
import { checkZone } from './schedule-service.ts';
import { holidays } from './schedule-table.ts';

/** How far ahead a plan is compared with the others. */
const aheadMs = 60 * 86_400_000;
const shownTimes = 5;
const comparedTimes = 200;

type Of = Omit<Stretch, 'fromMs' | 'toMs'>;
const stretches = (schedule: Timed, minutes: number, of: Of, nowMs: number): Stretch[] =>
  dueTimes(schedule, nowMs, nowMs + aheadMs)
    .slice(0, comparedTimes)
    .map(({ dueMs }) => ({ ...of, fromMs: dueMs, toMs: dueMs + minutes * 60_000 }));

/** Starts of all other plans that could be in the way. */
async function othersOf(db: Tx, but: string | undefined, nowMs: number): Promise<Stretch[]> {
  const rows = await plannedRows(db, {});
  return rows
    .filter(({ schedule }) => schedule.enabled && schedule.id !== but)
    .flatMap(({ schedule, task, nickname, sn }) =>
      stretches(
        schedule,
        schedule.minutes,
        {
          ...{ scheduleId: schedule.id, taskName: task.name, mapId: task.mapId },
          ...{ deviceId: schedule.deviceId, deviceName: nickname || sn },
          zones: task.zoneIds.map((id) => ({ id, name: id })),
        },
        nowMs,
      ),
    );
}

export const calendarAnswers = answer(calendarCalls, {
  range: ({ db, now }, range) => readCalendar(db, range, now().getTime()),

  check: async ({ db, now }, { scheduleId, taskId, minutes, ...when }) => {
    const nowMs = now().getTime();
    const task = await find(db, tasks, taskId);
    if (task.state === 'DELETED') throw new Refusal('notFound');
    checkZone(when.timezone);
    const device = await find(db, devices, task.deviceId);
    const map = await find(db, maps, task.mapId);
    const nameOf = (id: string) => map.elements.zones.find((zone) => zone.id === id)?.name ?? id;
    const of: Of = {
      ...{ scheduleId: scheduleId ?? '', taskName: task.name, mapId: task.mapId },
      ...{ deviceId: device.id, deviceName: device.nickname || device.sn },
      zones: task.zoneIds.map((id) => ({ id, name: nameOf(id) })),
    };
    const wanted = stretches({ ...when, exceptions: [] }, minutes, of, nowMs);
    const rests = await db.select().from(holidays).where(visible(db, holidays));
    const days = new Set(wanted.map(({ fromMs }) => dateAt(fromMs, when.timezone)));
    return {
      next: wanted.slice(0, shownTimes).map(({ fromMs }) => new Date(fromMs).toISOString()),
      conflicts: conflictsOf(wanted, await othersOf(db, scheduleId, nowMs)),
      holidays: rests
        .filter(
          (it) =>
            it.companyId === task.companyId &&
            (it.siteId === null || it.siteId === device.siteId) &&
            days.has(it.date),
        )
        .map(({ date, name }) => ({ date, name })),
      forecast: await forecastFor(db, task, device.model, minutes),
    };
  },
});
