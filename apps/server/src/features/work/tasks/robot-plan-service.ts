import { dueTimes, latestMin, type ZoneWishes } from '@sweepline/contract';
import {
  can,
  clockAt,
  dateAt,
  laterDate,
  wireWeekday,
  type RobotSchedule,
  type RobotTask,
} from '@sweepline/contract/robot';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { holidays, schedules, type ScheduleRow } from '../../../entities/work/schedule-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import {
  announceSections,
  changeSection,
  hashOf,
  lockSection,
  schedulesSection,
  tasksSection,
} from '../../devices/settings/section-service.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { areaOf } from '../../../entities/work/run-request.ts';
import { tasks } from '../../../entities/work/task-table.ts';

interface PlanDeps {
  db: Tx;
  now: Clock;
  bus: Bus;
}
type Device = Pick<typeof devices.$inferSelect, 'id' | 'companyId' | 'model' | 'siteId'>;
type Task = typeof tasks.$inferSelect;
interface Holiday {
  date: string;
  siteId: string | null;
}

/** How many days ahead the robot gets single dates, for rules that weekdays cannot express. */
const daysAhead = 21;
const dayMs = 86_400_000;

const cleaningOf = (task: Task, wishes: ZoneWishes, zoneId: string) => ({
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
    return [{ areaId, polygon, ...cleaningOf(task, task.zoneWishes, zoneId) }];
  });
  return { taskId, version, name, mapId, areas, strategy, pattern, finish };
}

/** A schedule in the robot's form (docs/protocol/settings.md#schedules): weekdays if possible, single dates otherwise. */
function robotSchedulesOf(row: ScheduleRow, holidayDates: readonly string[], nowMs: number): RobotSchedule[] {
  const { id: scheduleId, taskId, timezone, time, startDate, endDate, kind, weekdays } = row;
  const entry = { scheduleId, taskId, enabled: true, timezone, startLatestMin: latestMin(row) };
  const today = dateAt(nowMs, timezone);
  const skippedHolidays = row.onHolidays === 'SKIP' ? holidayDates.filter((date) => date >= today) : [];
  const once = (date: string, at: string): RobotSchedule => ({
    ...entry,
    rule: { type: 'ONCE', date, time: at },
    skipDates: [],
  });
  const single = (dueMs: number) => {
    const [date = '', at = ''] = clockAt(dueMs, timezone).split('T');
    return skippedHolidays.includes(date) ? [] : [once(date, at)];
  };
  const coming = dueTimes(row, nowMs - dayMs, nowMs + daysAhead * dayMs);
  if (kind === 'ONCE' || kind === 'RRULE') return coming.flatMap(({ dueMs }) => single(dueMs));
  const rule = {
    type: kind,
    date: startDate,
    ...(endDate !== null && { until: endDate }),
    time,
    ...(kind === 'WEEKLY' && { weekdays: weekdays.map(wireWeekday).toSorted() }),
  };
  const exceptionDates = row.exceptions
    .map(({ date }) => date)
    .filter((date) => date >= laterDate(today, -1));
  const skipDates = [...new Set([...exceptionDates, ...skippedHolidays])].toSorted();
  const moved = coming.filter((due) => due.moved).flatMap(({ dueMs }) => single(dueMs));
  return [{ ...entry, rule, skipDates }, ...moved];
}

async function documentsOf(db: Tx, device: Device, nowMs: number, companyHolidays: readonly Holiday[]) {
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
  const dates = companyHolidays
    .filter((holiday) => holiday.siteId === null || holiday.siteId === device.siteId)
    .map(({ date }) => date);
  const enabledIds = new Set(enabled.map(({ task }) => task.id));
  return {
    tasks: {
      tasks: Object.fromEntries(enabled.map(({ task, map }) => [task.id, robotTaskOf(task, map)])),
    },
    schedules: {
      schedules: planned
        .filter(({ taskId }) => enabledIds.has(taskId))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .flatMap((row) => robotSchedulesOf(row, dates, nowMs)),
    },
  };
}

async function renewOne(deps: PlanDeps, device: Device, by: string): Promise<void> {
  const { db, now, bus } = deps;
  const companyHolidays = await db
    .select({ date: holidays.date, siteId: holidays.siteId })
    .from(holidays)
    .where(eq(holidays.companyId, device.companyId));
  const documents = await documentsOf(db, device, now().getTime(), companyHolidays);
  let changed = false;
  for (const [name, document] of [
    [tasksSection, documents.tasks],
    [schedulesSection, documents.schedules],
  ] as const) {
    const section = await lockSection(deps, device, name);
    const empty = section.version === 0 && Object.keys(Object.values(document)[0] ?? {}).length === 0;
    if (empty || section.hash === hashOf(document)) continue;
    await changeSection(deps, device, name, { kind: 'edited', document }, { origin: 'CLOUD', by });
    changed = true;
  }
  if (changed) db.afterCommit(() => announceSections(bus, device.id));
}

/**
 * Updates the desired tasks and schedules of robots, so that they start on time while they are offline. It must run in the transaction
 * of the change. Unchanged sections are not sent.
 */
export async function renewRobotPlans(
  deps: PlanDeps,
  deviceIds: readonly string[],
  by: string,
): Promise<void> {
  if (deviceIds.length === 0) return;
  const { id, companyId, siteId } = devices;
  const rows = await deps.db
    .select({ id, companyId, siteId, ...vehicleColumns })
    .from(devices)
    .where(inArray(id, [...new Set(deviceIds)].toSorted()))
    .orderBy(id);
  for (const device of rows) if (can(device, 'schedules')) await renewOne(deps, device, by);
}

/** Sends the failed tasks and schedules of a robot again. Refused if none of them failed. */
export async function sendPlansAgain(deps: PlanDeps, deviceId: string): Promise<void> {
  const device = await find(deps.db, devices, deviceId);
  const failed = await deps.db
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
  for (const { name } of failed) await changeSection(deps, device, name, { kind: 'retried' });
  deps.db.afterCommit(() => announceSections(deps.bus, deviceId));
}
