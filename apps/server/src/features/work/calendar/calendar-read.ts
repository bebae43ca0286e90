import { dueTimes, outcomeOf, type PlannedStart } from '@sweepline/contract';
import { dateAt } from '@sweepline/contract/robot';
import { and, asc, eq, gte, lt, ne } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import {
  holidays,
  schedules,
  scheduleStarts,
  type ScheduleRow,
} from '../../../entities/work/schedule-table.ts';

export interface Range {
  from: string;
  to: string;
  deviceId?: string | undefined;
  siteId?: string | undefined;
  taskId?: string | undefined;
}

/** The maximum number of starts on one page. Above it the page asks for a filter. */
const maxStarts = 3000;

const joinedColumns = {
  taskName: tasks.name,
  nickname: devices.nickname,
  sn: devices.sn,
  siteId: devices.siteId,
};
const deviceName = ({ nickname, sn }: { nickname: string; sn: string }) => nickname || sn;
const keyOf = (scheduleId: string, dueAt: string) => `${scheduleId} ${dueAt}`;

/** Starts that were due and are stored, each with its run. */
async function pastStarts(db: Tx, { from, to, deviceId, siteId, taskId }: Range): Promise<PlannedStart[]> {
  const rows = await db
    .select({
      start: scheduleStarts,
      run: runs,
      result: taskReports.result,
      coverage: taskReports.coverage,
      schedule: schedules,
      ...joinedColumns,
    })
    .from(scheduleStarts)
    .innerJoin(tasks, eq(tasks.id, scheduleStarts.taskId))
    .innerJoin(devices, eq(devices.id, scheduleStarts.deviceId))
    .leftJoin(schedules, eq(schedules.id, scheduleStarts.scheduleId))
    .leftJoin(runs, eq(runs.id, scheduleStarts.runId))
    .leftJoin(taskReports, eq(taskReports.id, runs.id))
    .where(
      and(
        visible(db, scheduleStarts),
        gte(scheduleStarts.dueAt, from),
        lt(scheduleStarts.dueAt, to),
        deviceId ? eq(scheduleStarts.deviceId, deviceId) : undefined,
        siteId ? eq(devices.siteId, siteId) : undefined,
        taskId ? eq(scheduleStarts.taskId, taskId) : undefined,
      ),
    )
    .orderBy(asc(scheduleStarts.dueAt))
    .limit(maxStarts + 1);
  return rows.map(({ start, run, result, coverage, schedule, ...row }) => ({
    key: keyOf(start.scheduleId, start.dueAt),
    scheduleId: start.scheduleId,
    date: start.planDate,
    dueAt: start.dueAt,
    moved: start.moved,
    taskId: start.taskId,
    taskName: row.taskName,
    deviceId: start.deviceId,
    deviceName: deviceName(row),
    minutes: start.minutes,
    recurring: schedule !== null && schedule.kind !== 'ONCE',
    enabled: true,
    timezone: schedule?.timezone ?? 'UTC',
    ...outcomeOf(start, run && { ...run, result }),
    runId: run?.id ?? null,
    startedAt: run?.startedAt ?? null,
    endedAt: run?.endedAt ?? null,
    coverage: coverage ?? run?.coverage ?? null,
  }));
}

/** Schedules of existing tasks, with the columns that a start needs. */
export const plannedRows = (db: Tx, { deviceId, siteId, taskId }: Partial<Range>) =>
  db
    .select({ schedule: schedules, task: tasks, ...joinedColumns })
    .from(schedules)
    .innerJoin(tasks, and(eq(tasks.id, schedules.taskId), ne(tasks.state, 'DELETED')))
    .innerJoin(devices, eq(devices.id, schedules.deviceId))
    .where(
      and(
        visible(db, schedules),
        deviceId ? eq(schedules.deviceId, deviceId) : undefined,
        siteId ? eq(devices.siteId, siteId) : undefined,
        taskId ? eq(schedules.taskId, taskId) : undefined,
      ),
    )
    .$dynamic();

type Rest = Pick<typeof holidays.$inferSelect, 'companyId' | 'siteId' | 'date' | 'name'>;

/** The holidays of a schedule's company and site. */
const restsOf = (rests: readonly Rest[], schedule: ScheduleRow, siteId: string | null) =>
  rests.filter(
    (row) => row.companyId === schedule.companyId && (row.siteId === null || row.siteId === siteId),
  );

async function comingStarts(db: Tx, range: Range, nowMs: number): Promise<PlannedStart[]> {
  const rows = await plannedRows(db, range);
  const holidayRows = await db.select().from(holidays).where(visible(db, holidays));
  const toMs = Date.parse(range.to) - 1;
  return rows.flatMap(({ schedule, task, siteId, ...row }) => {
    const days = new Set(restsOf(holidayRows, schedule, siteId).map((row) => row.date));
    const lookedUntilMs = Math.max(Date.parse(schedule.lookedUntil), Date.parse(range.from) - 1);
    const since = schedule.enabled ? lookedUntilMs : Math.max(lookedUntilMs, nowMs);
    return dueTimes(schedule, since, toMs).map(({ date, dueMs, moved }): PlannedStart => {
      const dueAt = new Date(dueMs).toISOString();
      const rests = schedule.onHolidays === 'SKIP' && days.has(dateAt(dueMs, schedule.timezone));
      const skipped = rests || !schedule.enabled;
      return {
        key: keyOf(schedule.id, dueAt),
        scheduleId: schedule.id,
        date,
        dueAt,
        moved,
        minutes: schedule.minutes,
        recurring: schedule.kind !== 'ONCE',
        enabled: schedule.enabled,
        taskId: task.id,
        taskName: task.name,
        deviceId: schedule.deviceId,
        deviceName: deviceName(row),
        timezone: schedule.timezone,
        state: skipped ? 'SKIPPED' : 'PLANNED',
        reason: rests ? 'HOLIDAY' : skipped ? 'PLAN_DISABLED' : '',
        runId: null,
        startedAt: null,
        endedAt: null,
        coverage: null,
      };
    });
  });
}

/** All starts between two moments: the stored ones with their outcome, and the future ones. */
export async function readCalendar(db: Tx, range: Range, nowMs: number) {
  const past = await pastStarts(db, range);
  const pastKeys = new Set(past.map(({ key }) => key));
  const coming = (await comingStarts(db, range, nowMs)).filter(({ key }) => !pastKeys.has(key));
  const starts = [...past, ...coming].toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  return { list: starts.slice(0, maxStarts), total: starts.length, more: starts.length > maxStarts };
}
