import { nextDue, scheduleCalls } from '@sweepline/contract';
import { clockAt, weekdayOf } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { holidays, schedules, scheduleStarts } from '../../apps/server/src/entities/work/schedule-table.ts';
import { taskTemplates } from '../../apps/server/src/entities/work/task-table.ts';
import { sites } from '../../apps/server/src/entities/places/site-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { inputOf } from '../contract-values.ts';
import { usualWay, type BuiltTask } from './build-fleet.ts';
import type { MissedStart, PastRun } from './history.ts';
import { places } from './places.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days with outcomes in the calendar. */
const historyDays = 28;

/** Creates a schedule for each task of the robots with a local operator, its past starts with their runs, and a holiday. */
export async function buildPlans(
  db: Tx,
  now: () => Date,
  tasks: readonly BuiltTask[],
  runs: readonly PastRun[],
  missed: readonly MissedStart[],
): Promise<void> {
  const since = now().getTime() - historyDays * dayMs;
  const missedByTask = Map.groupBy(
    missed.filter(({ dueAt }) => dueAt.getTime() > since),
    ({ task }) => task.id,
  );
  const byTask = Map.groupBy(
    runs.filter(({ startedAt }) => startedAt.getTime() > since),
    ({ task }) => task.id,
  );
  const holidayNames = new Map<string, string>();
  for (const task of tasks) {
    const past = byTask.get(task.id) ?? [];
    // The first robot of each place has no schedules: it is controlled from the console only.
    if (task.robot.dock === 1 || past.length === 0) continue;
    await buildPlan(db, now, past, missedByTask.get(task.id) ?? []);
    holidayNames.set(task.companyId, newYear[languageOf(task)]);
  }
  const year = now().getUTCFullYear();
  for (const [companyId, name] of holidayNames)
    await db.insert(holidays).values({ companyId, date: `${year + 1}-01-01`, name });
}

const languageOf = ({ robot }: BuiltTask) => places.find(({ key }) => key === robot.place)!.language;

const newYear = { zh: '元旦', de: 'Neujahr' } as const;
const allZones = { zh: '全部区域', de: 'Alle Zonen' } as const;

/** Creates one template per place, with the zones of all its tasks that clean in the same mode. */
export async function buildTemplates(db: Tx, now: () => Date, tasks: readonly BuiltTask[]): Promise<void> {
  const createdAt = new Date(now().getTime() - historyDays * dayMs).toISOString();
  const byPlace = Map.groupBy(tasks, ({ robot }) => robot.place);
  for (const [key, [first, ...others]] of byPlace) {
    const { language, company } = places.find((place) => place.key === key)!;
    const { companyId, world, cleaningMode, strength } = first!;
    const similar = [first!, ...others].filter((task) => task.cleaningMode === cleaningMode);
    await db.insert(taskTemplates).values({
      id: newId(),
      companyId,
      name: allZones[language],
      mapId: world.mapId,
      zoneIds: [...new Set(similar.map(({ zone }) => zone.id))],
      cleaningMode,
      strength,
      ...usualWay,
      createdAt,
      createdBy: `${company}.admin`,
    });
  }
}

/** Runs of the demo start within two minutes after their due time, which is a full hour. */
const dueOf = ({ startedAt }: PastRun) => Math.floor(startedAt.getTime() / (60 * minuteMs)) * 60 * minuteMs;

async function buildPlan(
  db: Tx,
  now: () => Date,
  past: readonly PastRun[],
  missed: readonly MissedStart[],
): Promise<void> {
  const { task } = past[0]!;
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
  const definition = inputOf(scheduleCalls.create, {
    taskId: task.id,
    kind: 'WEEKLY',
    startDate: at.slice(0, 10),
    time: clocks.at(-1)!.slice(11),
    weekdays,
    timezone,
    minutes: Math.ceil(maxMin / 15) * 15,
    missed: 'CATCH_UP',
    startLatestMin: 60,
    onHolidays: 'SKIP',
  });
  const row = {
    ...definition,
    id: newId(),
    companyId: task.companyId,
    deviceId: task.deviceId,
    exceptions: [],
    lookedUntil: now().toISOString(),
    createdAt: at,
    updatedAt: at,
    updatedBy: 'system',
  };
  const next = nextDue(row, now().getTime());
  await db.insert(schedules).values({ ...row, nextDueAt: next && new Date(next.dueMs).toISOString() });
  const starts = past.map((run) => startOf(dueOf(run), row, { runId: run.id, state: 'STARTED' }));
  // The id of a run that never was.
  const none = missed.map(({ dueAt }) =>
    startOf(dueAt.getTime(), row, { runId: newId(), state: 'MISSED', reason: 'OFFLINE' }),
  );
  await db.insert(scheduleStarts).values([...starts, ...none]);
}

type Schedule = Pick<
  typeof schedules.$inferSelect,
  'id' | 'companyId' | 'taskId' | 'deviceId' | 'timezone' | 'minutes'
>;

const startOf = (
  dueMs: number,
  { id: scheduleId, companyId, taskId, deviceId, timezone, minutes }: Schedule,
  outcome: { runId: string; state: 'STARTED' | 'MISSED'; reason?: string },
) => ({
  companyId,
  scheduleId,
  taskId,
  deviceId,
  planDate: clockAt(dueMs, timezone).slice(0, 10),
  moved: false,
  dueAt: new Date(dueMs).toISOString(),
  minutes,
  latestAt: new Date(dueMs + 60 * minuteMs).toISOString(),
  ...outcome,
});
