import { dueTimes, skipGraceMin, type ZoneWishes } from '@sweepline/contract';
import {
  can,
  clockAt,
  dateAt,
  laterDate,
  modelOf,
  type RobotSchedule,
  type RobotTask,
} from '@sweepline/contract/robot';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { holidays, schedules, type ScheduleRow } from '../calendar/schedule-table.ts';
import { deviceSections } from '../device-settings/device-settings-table.ts';
import {
  announceSections,
  changeSection,
  hashOf,
  holdSection,
  schedulesSection,
  tasksSection,
} from '../device-settings/section-service.ts';
import { devices } from '../devices/device-table.ts';
import { maps } from '../maps/map-table.ts';
import { areaOf } from './run-request-service.ts';
import { tasks } from './task-table.ts';

interface Needs {
  db: Tx;
  now: Clock;
  bus: Bus;
}
type Device = Pick<typeof devices.$inferSelect, 'id' | 'companyId' | 'model' | 'siteId'>;
type Task = typeof tasks.$inferSelect;
interface Rest {
  date: string;
  siteId: string | null;
}

/** Whether a device of this model keeps its tasks and schedules itself. */
const keepsTasks = (model: string) => modelOf(model) !== undefined && can(model, 'reports');

/** How far ahead single days are told to the robot, where no weekday can say when. */
const aheadDays = 21;
const dayMs = 86_400_000;

const wishOf = (task: Task, wishes: ZoneWishes, zoneId: string) => ({
  cleaningMode: wishes[zoneId]?.cleaningMode ?? task.cleaningMode,
  strength: wishes[zoneId]?.strength ?? task.strength,
  repetitions: wishes[zoneId]?.repetitions ?? task.repetitions,
});

function robotTaskOf(task: Task, map: Pick<typeof maps.$inferSelect, 'elements'>): RobotTask {
  const { id: taskId, version, name, mapId, strategy, pattern, finish } = task;
  const areas = task.zoneIds.flatMap((zoneId) => {
    const zone = map.elements.zones.find(({ id }) => id === zoneId);
    if (!zone) return [];
    const { areaId, polygon } = areaOf(zone);
    return [{ areaId, polygon, ...wishOf(task, task.zoneWishes, zoneId) }];
  });
  return { taskId, version, name, mapId, areas, strategy, pattern, finish };
}

/** A schedule in the robot's words: weekdays where they say it, single days for the rest (protocol 2.22). */
function robotSchedulesOf(row: ScheduleRow, rests: readonly string[], nowMs: number): RobotSchedule[] {
  const { id: scheduleId, taskId, timezone, time, startDate, endDate, kind, weekdays, missed } = row;
  const startLatestMin = missed === 'SKIP' ? skipGraceMin : row.startLatestMin;
  const entry = { scheduleId, taskId, enabled: true, timezone, startLatestMin };
  const today = dateAt(nowMs, timezone);
  const resting = row.onHolidays === 'SKIP' ? rests.filter((date) => date >= today) : [];
  const once = (date: string, at: string): RobotSchedule => ({
    ...entry,
    rule: { type: 'ONCE', date, time: at },
    skipDates: [],
  });
  const single = (dueMs: number) => {
    const [date = '', at = ''] = clockAt(dueMs, timezone).split('T');
    return resting.includes(date) ? [] : [once(date, at)];
  };
  const coming = dueTimes(row, nowMs - dayMs, nowMs + aheadDays * dayMs);
  if (kind === 'ONCE' || kind === 'RRULE') return coming.flatMap(({ dueMs }) => single(dueMs));
  const rule = {
    type: kind,
    date: startDate,
    ...(endDate !== null && { until: endDate }),
    time,
    ...(kind === 'WEEKLY' && { weekdays: weekdays.toSorted() }),
  };
  const other = row.exceptions.map(({ date }) => date).filter((date) => date >= laterDate(today, -1));
  const skipDates = [...new Set([...other, ...resting])].toSorted();
  const moved = coming.filter((it) => it.moved).flatMap(({ dueMs }) => single(dueMs));
  return [{ ...entry, rule, skipDates }, ...moved];
}

async function documentsOf(db: Tx, device: Device, nowMs: number, rests: readonly Rest[]) {
  const rows = await db
    .select({ task: tasks, map: { elements: maps.elements } })
    .from(tasks)
    .innerJoin(maps, eq(maps.id, tasks.mapId))
    .where(and(eq(tasks.deviceId, device.id), ne(tasks.state, 'DELETED')));
  const enabled = rows.filter(({ task }) => task.state !== 'DISABLED');
  const planned = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.deviceId, device.id), eq(schedules.enabled, true)));
  const days = rests.filter((it) => it.siteId === null || it.siteId === device.siteId).map((it) => it.date);
  const known = new Set(enabled.map(({ task }) => task.id));
  return {
    tasks: {
      tasks: Object.fromEntries(enabled.map(({ task, map }) => [task.id, robotTaskOf(task, map)])),
    },
    schedules: {
      schedules: planned
        .filter(({ taskId }) => known.has(taskId))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .flatMap((row) => robotSchedulesOf(row, days, nowMs)),
    },
  };
}

async function renewOne(needs: Needs, device: Device, by: string): Promise<void> {
  const { db, now, bus } = needs;
  const rests = await db
    .select({ date: holidays.date, siteId: holidays.siteId })
    .from(holidays)
    .where(eq(holidays.companyId, device.companyId));
  const documents = await documentsOf(db, device, now().getTime(), rests);
  let changed = false;
  for (const [name, document] of [
    [tasksSection, documents.tasks],
    [schedulesSection, documents.schedules],
  ] as const) {
    const held = await holdSection(needs, device, name);
    const empty = held.version === 0 && Object.keys(Object.values(document)[0] ?? {}).length === 0;
    if (empty || held.hash === hashOf(document)) continue;
    await changeSection(needs, device, name, { kind: 'edited', document }, { origin: 'CLOUD', by });
    changed = true;
  }
  if (changed) db.afterCommit(() => announceSections(bus, device.id));
}

/**
 * Makes what robots keep of their tasks and schedules what they are here, so that they clean on time when they cannot reach us.
 * Call it in the transaction that changed them; what did not change is not sent.
 */
export async function renewRobotPlans(needs: Needs, deviceIds: readonly string[], by: string): Promise<void> {
  if (deviceIds.length === 0) return;
  const { id, companyId, model, siteId } = devices;
  const found = await needs.db
    .select({ id, companyId, model, siteId })
    .from(devices)
    .where(inArray(id, [...new Set(deviceIds)].toSorted()))
    .orderBy(id);
  for (const device of found) if (keepsTasks(device.model)) await renewOne(needs, device, by);
}

/** Sends once more what a robot refused to take; refused itself when there is nothing of the kind. */
export async function sendPlansAgain(needs: Needs, deviceId: string): Promise<void> {
  const device = await find(needs.db, devices, deviceId);
  const failed = await needs.db
    .select({ name: deviceSections.name })
    .from(deviceSections)
    .where(
      and(
        eq(deviceSections.deviceId, deviceId),
        inArray(deviceSections.name, [tasksSection, schedulesSection]),
        eq(deviceSections.state, 'SYNC_FAILED'),
      ),
    );
  if (failed.length === 0) throw new Refusal('wrongState');
  for (const { name } of failed) await changeSection(needs, device, name, { kind: 'retried' });
  needs.db.afterCommit(() => announceSections(needs.bus, deviceId));
}
