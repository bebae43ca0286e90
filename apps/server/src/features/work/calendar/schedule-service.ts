import { nextDue, type Schedule, type Timed } from '@sweepline/contract';
import { and, eq, ne } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { schedules, type ScheduleRow } from '../../../entities/work/schedule-table.ts';

const device = { id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model };

/** Schedules of existing tasks, with the columns of the list. */
export const scheduleRows = (db: Tx) =>
  db
    .select({ schedule: schedules, taskName: tasks.name, companyName: companies.name, device })
    .from(schedules)
    .innerJoin(tasks, and(eq(tasks.id, schedules.taskId), ne(tasks.state, 'DELETED')))
    .innerJoin(devices, eq(devices.id, schedules.deviceId))
    .innerJoin(companies, eq(companies.id, schedules.companyId))
    .$dynamic();

export const scheduleOf = ({
  schedule,
  ...joined
}: Awaited<ReturnType<typeof scheduleRows>>[number]): Schedule => ({ ...schedule, ...joined });

export async function readSchedule(db: Tx, id: string): Promise<Schedule> {
  const [row] = await scheduleRows(db).where(and(eq(schedules.id, id), visible(db, schedules)));
  if (!row) throw new Refusal('notFound');
  return scheduleOf(row);
}

/** The schedule applies from this moment. Earlier occurrences are not computed from the changed rule. */
export function timesOf(schedule: Timed, nowMs: number) {
  const next = nextDue(schedule, nowMs);
  return {
    lookedUntil: new Date(nowMs).toISOString(),
    nextDueAt: next && new Date(next.dueMs).toISOString(),
  };
}

/** Saves a change of a locked schedule, sends the new plan to its robots, and returns the schedule. */
export async function saveSchedule(
  { db, now, account, services: { bus } }: Ctx,
  row: ScheduleRow,
  change: Partial<ScheduleRow>,
): Promise<Schedule> {
  const next = { ...row, ...change };
  await db
    .update(schedules)
    .set({
      ...change,
      ...timesOf(next, now().getTime()),
      version: row.version + 1,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    })
    .where(eq(schedules.id, row.id));
  await renewRobotPlans({ db, now, bus }, [row.deviceId, next.deviceId], account.username);
  return await readSchedule(db, row.id);
}
