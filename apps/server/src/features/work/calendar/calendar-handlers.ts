import { calendarCalls, dueTimes, type Timed } from '@sweepline/contract';
import { dateAt } from '@sweepline/contract/robot';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { plannedRows, readCalendar } from './calendar-read.ts';
import { conflictsOf, type Stretch } from './conflict-rules.ts';
import { forecastFor } from './forecast-service.ts';
import { holidays } from '../../../entities/work/schedule-table.ts';

/** The horizon of the comparison with other plans. */
const aheadMs = 60 * 86_400_000;
const maxNext = 5;
const maxCompared = 200;

type PlanInfo = Omit<Stretch, 'fromMs' | 'toMs'>;
const stretches = (schedule: Timed, minutes: number, plan: PlanInfo, nowMs: number): Stretch[] =>
  dueTimes(schedule, nowMs, nowMs + aheadMs)
    .slice(0, maxCompared)
    .map(({ dueMs }) => ({ ...plan, fromMs: dueMs, toMs: dueMs + minutes * 60_000 }));

/** Occurrences of all other enabled plans. */
async function othersOf(db: Tx, ownId: string | undefined, nowMs: number): Promise<Stretch[]> {
  const rows = await plannedRows(db, {});
  return rows
    .filter(({ schedule }) => schedule.enabled && schedule.id !== ownId)
    .flatMap(({ schedule, task, nickname, sn }) =>
      stretches(
        schedule,
        schedule.minutes,
        {
          scheduleId: schedule.id,
          taskName: task.name,
          mapId: task.mapId,
          deviceId: schedule.deviceId,
          deviceName: nickname || sn,
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
    const device = await find(db, devices, task.deviceId);
    const map = await find(db, maps, task.mapId);
    const nameOf = (id: string) => map.elements.zones.find((zone) => zone.id === id)?.name ?? id;
    const plan: PlanInfo = {
      scheduleId: scheduleId ?? '',
      taskName: task.name,
      mapId: task.mapId,
      deviceId: device.id,
      deviceName: device.nickname || device.sn,
      zones: task.zoneIds.map((id) => ({ id, name: nameOf(id) })),
    };
    const occurrences = stretches({ ...when, exceptions: [] }, minutes, plan, nowMs);
    const rows = await db.select().from(holidays).where(visible(db, holidays));
    const days = new Set(occurrences.map(({ fromMs }) => dateAt(fromMs, when.timezone)));
    return {
      next: occurrences.slice(0, maxNext).map(({ fromMs }) => new Date(fromMs).toISOString()),
      conflicts: conflictsOf(occurrences, await othersOf(db, scheduleId, nowMs)),
      holidays: rows
        .filter(
          (row) =>
            row.companyId === task.companyId &&
            (row.siteId === null || row.siteId === device.siteId) &&
            days.has(row.date),
        )
        .map(({ date, name }) => ({ date, name })),
      forecast: await forecastFor(db, task, device, minutes),
    };
  },
});
