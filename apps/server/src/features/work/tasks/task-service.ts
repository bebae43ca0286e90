import { openRunStates, type Task, type Zone } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { polygonArea } from '@sweepline/map-core';
import { and, eq, ne, sql } from 'drizzle-orm';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible, inValues } from '../../../platform/db/page.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { tasksSection } from '../../devices/settings/section-service.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { changeBlocker } from '../../devices/devices/device-map-service.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { checkAbility, plannedM2, findZones, type TaskWork } from './task-rules.ts';
import { tasks } from '../../../entities/work/task-table.ts';

const openRun = sql<Task['openRun']>`(
  select jsonb_build_object('id', ${runs.id}, 'state', ${runs.state}) from ${runs}
  where ${runs.taskId} = ${tasks.id} and ${inValues(runs.state, openRunStates)}
  order by ${runs.createdAt} desc limit 1)`;

const lastRun = sql<Task['lastRun']>`(
  select jsonb_build_object('id', ${runs.id}, 'state', ${runs.state},
    'result', (select ${taskReports.result} from ${taskReports} where ${taskReports.id} = ${runs.id}), 'coverage', ${runs.coverage},
    'cleanedM2', ${runs.cleanedM2}, 'plannedM2', ${runs.plannedM2}, 'code', ${runs.code},
    'endedAt', to_char(${runs.endedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ${runs} where ${runs.taskId} = ${tasks.id} and not (${inValues(runs.state, openRunStates)})
  order by ${runs.createdAt} desc limit 1)`;

/** The settings section with the robot's copies of its tasks: sync state and reported document. */
const sectionOf = sql`${deviceSections} where ${deviceSections.deviceId} = ${tasks.deviceId}
  and ${deviceSections.name} = ${tasksSection}`;
const hasSection = sql`exists (select 1 from ${sectionOf})`;
const isOnRobot = sql`coalesce((
  select (${deviceSections.reportedDocument} #>> array['tasks', ${tasks.id}::text, 'version']) = ${tasks.version}::text
  from ${sectionOf}), false)`;
const sync = sql<Task['sync']>`(
  select jsonb_build_object('code', ${deviceSections.code}, 'state', case
    when ${isOnRobot} or ${tasks.state} = 'DISABLED' and ${deviceSections.state} = 'IN_SYNC' then 'SYNCED'
    when ${deviceSections.state} = 'SYNC_FAILED' then 'FAILED'
    when ${deviceSections.state} = 'SYNCING' then 'SENDING' else 'WAITING' end)
  from ${sectionOf})`;
const isReady = sql`(
  exists (select 1 from ${deviceLives} where ${deviceLives.id} = ${tasks.deviceId}
    and (${deviceLives.mapId} is null or ${deviceLives.mapId} = ${tasks.mapId}::text))
  and not exists (select 1 from ${runs} where ${runs.deviceId} = ${tasks.deviceId}
    and ${inValues(runs.state, openRunStates)}))`;

/** The shown state of a task: the stored state, combined with its sync state and the readiness of the robot. */
export const taskState = sql<Task['state']>`case
  when ${tasks.state} in ('DISABLED', 'DELETED') then ${tasks.state}
  when not ${hasSection} then 'IDLE'
  when not ${isOnRobot} then 'AWAITING_SYNC'
  when ${isReady} then 'IDLE' else 'SYNCHRONIZED' end`;

/** The next planned start, with the zone of its plan. */
const next = sql<{ at: string; timezone: string } | null>`(
  select jsonb_build_object('timezone', ${schedules.timezone},
    'at', to_char(${schedules.nextDueAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ${schedules} where ${schedules.taskId} = ${tasks.id} and ${schedules.enabled}
    and ${schedules.nextDueAt} is not null order by ${schedules.nextDueAt} limit 1)`;

/** Tasks with the columns of a row. Only the zones of the task are read from the map. */
export const taskRows = (db: Tx) =>
  db
    .select({
      task: tasks,
      companyName: companies.name,
      device: { id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model },
      vehicle: vehicleColumns,
      map: { id: maps.id, name: maps.name },
      zones: sql<Zone[]>`(
        select coalesce(jsonb_agg(zone), '[]') from jsonb_array_elements(${maps.elements} -> 'zones') zone
        where zone ->> 'id' = any(${tasks.zoneIds}))`,
      siteName: sites.name,
      state: taskState,
      openRun,
      lastRun,
      sync,
      next,
    })
    .from(tasks)
    .innerJoin(companies, eq(companies.id, tasks.companyId))
    .innerJoin(devices, eq(devices.id, tasks.deviceId))
    .innerJoin(maps, eq(maps.id, tasks.mapId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof taskRows>>[number];

/** A task in the form of the contract. A zone that was removed from the map is omitted. */
export function taskOf({ task, zones, next, vehicle, ...joined }: Row): Task {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const existing = task.zoneIds.flatMap((id) => byId.get(id) ?? []);
  return {
    ...task,
    ...joined,
    pauses: can(vehicle, 'pause'),
    nextDueAt: next?.at ?? null,
    nextDueTimezone: next?.timezone ?? null,
    zones: existing.map(({ id, name, points }) => ({ id, name, areaM2: polygonArea(points) })),
  };
}

export async function readTask(db: Tx, id: string): Promise<Task> {
  const [row] = await taskRows(db).where(
    and(eq(tasks.id, id), visible(db, tasks), ne(tasks.state, 'DELETED')),
  );
  if (!row) throw new Refusal('notFound');
  return taskOf(row);
}

/** One visible task that is not deleted, locked until the transaction ends. */
export async function findTask(db: Tx, id: string) {
  const task = await find(db, tasks, id, { lock: true });
  if (task.state === 'DELETED') throw new Refusal('notFound');
  return task;
}

/** Device, map and zones of a task. Refuses them if they do not fit each other. */
export async function checkTaskInput(db: Tx, input: TaskWork & { deviceId: string; mapId: string }) {
  const device = await find(db, devices, input.deviceId);
  const map = await find(db, maps, input.mapId);
  if (map.companyId !== device.companyId) throw wrongField('mapId', 'MAP_OF_OTHER_COMPANY');
  checkAbility(device, input);
  const zones = findZones(map.elements.zones, input.zoneIds);
  return { device, map, zones, plannedM2: plannedM2(zones) };
}

/** Refuses if the device reports another map. */
export async function checkSameMap(db: Tx, deviceId: string, mapId: string): Promise<void> {
  if ((await changeBlocker(db, deviceId, mapId)) === 'MAP_DIFFERS') throw new Refusal('mapDiffers');
}

/** The same for a stored task that is started: a press has no fields to mark, so the reason is said in words. */
export async function checkStoredTask(db: Tx, task: TaskWork & { deviceId: string; mapId: string }) {
  try {
    return await checkTaskInput(db, task);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid') throw error;
    throw new Refusal(error.details.fields?.['zoneIds'] ? 'taskAreaGone' : 'taskDoesNotFit');
  }
}

/** Refuses while a run of this task is open. */
export async function checkNoOpenRun(db: Tx, taskId: string): Promise<void> {
  const [open] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, taskId), inValues(runs.state, openRunStates)))
    .limit(1);
  if (open) throw new Refusal('runActive');
}
