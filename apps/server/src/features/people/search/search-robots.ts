import { maxSearchHits } from '@sweepline/contract';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { liveColumns, offlineChange } from '../../../entities/devices/live-row.ts';
import { closest, isCandidate, type Candidates } from './search-candidates.ts';

/** Robots by name or serial number, without void serial numbers. */
export async function findDevices(db: Tx, text: string, candidates: Candidates) {
  const { id, sn, nickname, model, protocol, actions, declared, binding } = devices;
  const rows = await db
    .select({
      id,
      sn,
      nickname,
      model,
      protocol,
      actions,
      declared,
      companyName: companies.name,
      siteName: sites.name,
      binding,
      live: liveColumns,
    })
    .from(devices)
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(isCandidate(devices.id, candidates), visible(db, devices), isCountedDevice));
  const known = rows.map((row) => ({ ...row, live: row.live ?? offlineChange }));
  return closest(known, text, candidates, (row) => [row.nickname, row.sn]);
}

export async function findSites(db: Tx, text: string, candidates: Candidates) {
  const { id, name, address } = sites;
  const rows = await db
    .select({ id, name, address, companyName: companies.name })
    .from(sites)
    .innerJoin(companies, eq(companies.id, sites.companyId))
    .where(and(isCandidate(sites.id, candidates), visible(db, sites)));
  return closest(rows, text, candidates, (row) => [row.name, row.address]);
}

const deviceName = { nickname: devices.nickname, sn: devices.sn };

export async function findTasks(db: Tx, text: string, candidates: Candidates) {
  const rows = await db
    .select({
      id: tasks.id,
      name: tasks.name,
      device: deviceName,
      companyName: companies.name,
    })
    .from(tasks)
    .innerJoin(devices, eq(devices.id, tasks.deviceId))
    .innerJoin(companies, eq(companies.id, tasks.companyId))
    .where(and(isCandidate(tasks.id, candidates), visible(db, tasks), ne(tasks.state, 'DELETED')));
  return closest(rows, text, candidates, (row) => [row.name]);
}

/** Tasks and robots whose reports are read, and reports of each. A year of a large fleet has millions of reports. */
const [maxSources, maxOfEach] = [8, 3];

/** The last reports of the tasks, also deleted ones, and robots that match. */
export async function findReports(
  db: Tx,
  ofTasks: Candidates | undefined,
  ofDevices: Candidates | undefined,
) {
  const some = (candidates: Candidates | undefined) =>
    sql`unnest(${sql.param(`{${candidates?.ids.slice(0, maxSources).join(',') ?? ''}}`)}::uuid[])`;
  const last = sql`(
    select last_run.id from ${some(ofTasks)} as source(id), lateral (
      select ${runs.id} from ${runs} where ${runs.taskId} = source.id order by ${runs.createdAt} desc limit ${maxOfEach}) as last_run
    union
    select last_report.id from ${some(ofDevices)} as source(id), lateral (
      select ${taskReports.id} from ${taskReports} where ${taskReports.deviceId} = source.id
      order by ${taskReports.startedAt} desc limit ${maxOfEach}) as last_report)`;
  const rows = await db
    .select({
      id: taskReports.id,
      name: runs.name,
      device: deviceName,
      result: taskReports.result,
      startedAt: taskReports.startedAt,
    })
    .from(taskReports)
    .innerJoin(runs, eq(runs.id, taskReports.id))
    .innerJoin(devices, eq(devices.id, taskReports.deviceId))
    .where(and(sql`${taskReports.id} in ${last}`, visible(db, taskReports)))
    .orderBy(desc(taskReports.startedAt), taskReports.id)
    .limit(maxSearchHits);
  const similar = (ofTasks ?? ofDevices)?.similar ?? false;
  return rows.map((row) => ({ ...row, similar }));
}
