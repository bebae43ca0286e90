import { nextDue } from '@sweepline/contract';
import { clockAt, weekdayOf } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { holidays, schedules, scheduleStarts } from '../../apps/server/src/entities/work/schedule-table.ts';
import { sites } from '../../apps/server/src/entities/places/site-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltTask } from './build-fleet.ts';
import type { PastRun } from './history.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days with outcomes in the calendar. */
const historyDays = 21;

/** Creates a schedule for each task of the robots with a local operator, its past starts with their runs, and a holiday. */
export async function buildPlans(
  db: Tx,
  now: () => Date,
  tasks: readonly BuiltTask[],
  runs: readonly PastRun[],
): Promise<void> {
  const since = now().getTime() - historyDays * dayMs;
  const byTask = Map.groupBy(
    runs.filter(({ startedAt }) => startedAt.getTime() > since),
    ({ task }) => task.id,
  );
  const companies = new Set<string>();
  for (const task of tasks) {
    const past = byTask.get(task.id) ?? [];
    // The first robot of each place has no schedules: it is controlled from the console only.
    if (task.robot.dock === 1 || past.length === 0) continue;
    await buildPlan(db, now, task, past);
    companies.add(task.companyId);
  }
  const year = now().getUTCFullYear();
  for (const companyId of companies)
    await db.insert(holidays).values({ companyId, date: `${year + 1}-01-01`, name: 'New Year' });
}

/** Runs of the demo start within two minutes after their due time, which is a full hour. */
const dueOf = ({ startedAt }: PastRun) => Math.floor(startedAt.getTime() / (60 * minuteMs)) * 60 * minuteMs;

async function buildPlan(db: Tx, now: () => Date, task: BuiltTask, past: readonly PastRun[]): Promise<void> {
  const [site] = await db
    .select({ timezone: sites.timezone })
    .from(devices)
    .innerJoin(sites, eq(sites.id, devices.siteId))
    .where(eq(devices.id, task.deviceId));
  const timezone = site?.timezone ?? 'UTC';
  const at = new Date(now().getTime() - historyDays * dayMs).toISOString();
  const clocks = past.map((run) => clockAt(dueOf(run), timezone));
  const weekdays = [...new Set(clocks.map((clock) => weekdayOf(clock.slice(0, 10))))].toSorted();
  const maxMin = Math.max(...past.map(({ seconds }) => seconds / 60));
  const row = {
    id: newId(),
    companyId: task.companyId,
    taskId: task.id,
    deviceId: task.deviceId,
    kind: 'WEEKLY' as const,
    startDate: at.slice(0, 10),
    endDate: null,
    time: clocks.at(-1)!.slice(11),
    weekdays,
    rrule: '',
    timezone,
    minutes: Math.ceil(maxMin / 15) * 15,
    missed: 'CATCH_UP' as const,
    startLatestMin: 60,
    onHolidays: 'SKIP' as const,
    exceptions: [],
    lookedUntil: now().toISOString(),
    createdAt: at,
    updatedAt: at,
    updatedBy: 'system',
  };
  const next = nextDue(row, now().getTime());
  await db.insert(schedules).values({ ...row, nextDueAt: next && new Date(next.dueMs).toISOString() });
  await db.insert(scheduleStarts).values(past.map((run) => startOf(run, row)));
}

const startOf = (
  run: PastRun,
  {
    id: scheduleId,
    companyId,
    taskId,
    deviceId,
    timezone,
    minutes,
  }: Pick<typeof schedules.$inferSelect, 'id' | 'companyId' | 'taskId' | 'deviceId' | 'timezone' | 'minutes'>,
) => ({
  companyId,
  scheduleId,
  taskId,
  deviceId,
  planDate: clockAt(dueOf(run), timezone).slice(0, 10),
  moved: false,
  dueAt: new Date(dueOf(run)).toISOString(),
  minutes,
  latestAt: new Date(dueOf(run) + 60 * minuteMs).toISOString(),
  runId: run.id,
  state: 'STARTED' as const,
});
