import type { Forecast } from '@sweepline/contract';
import { modelOf } from '@sweepline/contract/robot';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { taskReports } from '../task-reports/report-table.ts';
import type { tasks } from '../tasks/task-table.ts';
import { forecastOf, type PastRun } from './forecast-rules.ts';

const lookedAt = 30;
/** Fewer runs of the task itself say less than the device’s other runs. */
const enough = 3;

type Task = Pick<
  typeof tasks.$inferSelect,
  'id' | 'deviceId' | 'plannedM2' | 'repetitions' | 'cleaningMode' | 'version'
>;

const { seconds, energyWh, waterL, plannedM2, areas } = taskReports;
const columns = { seconds, energyWh, waterL, plannedM2, areas };

const reportsOf = (db: Tx, of: ReturnType<typeof eq>) =>
  db
    .select(columns)
    .from(taskReports)
    .where(
      and(
        visible(db, taskReports),
        of,
        eq(taskReports.result, 'SUCCESS'),
        gt(seconds, 0),
        // What cannot be as it says tells nothing of the next run.
        sql`${taskReports.flags} = '{}'`,
      ),
    )
    .orderBy(desc(taskReports.startedAt))
    .limit(lookedAt);
type Report = Awaited<ReturnType<typeof reportsOf>>[number];

const passedM2 = ({ areas: all }: Report) =>
  all.reduce((sum, area) => sum + area.plannedM2 * (area.repetitions ?? 1), 0);

/** A run of the same device over other floor, stretched to the floor this task asks for, each pass counted. */
function stretched(report: Report, task: Task): PastRun[] {
  const m2 = passedM2(report);
  if (m2 <= 0 || report.areas.some((area) => area.cleaningMode !== task.cleaningMode)) return [];
  const by = (task.plannedM2 * task.repetitions) / m2;
  const scaled = (value: number | null) => (value === null ? null : value * by);
  return [
    {
      minutes: ((report.seconds ?? 0) / 60) * by,
      energyWh: scaled(report.energyWh),
      waterL: scaled(report.waterL),
    },
  ];
}

const asItWas = (report: Report): PastRun => ({
  minutes: (report.seconds ?? 0) / 60,
  energyWh: report.energyWh,
  waterL: report.waterL,
});

/** What past runs say of this task: its own, or where there are too few of them, its device’s in the same mode. */
export async function forecastFor(db: Tx, task: Task, model: string, setAsideMin: number): Promise<Forecast> {
  const known = modelOf(model);
  const limits = { batteryWh: known?.batteryWh ?? null, tankL: known?.cleanTankL ?? null, setAsideMin };
  const own = (await reportsOf(db, eq(taskReports.taskId, task.id))).map(asItWas);
  if (own.length >= enough) return forecastOf('TASK', own, limits);
  const others = (await reportsOf(db, eq(taskReports.deviceId, task.deviceId))).flatMap((it) =>
    stretched(it, task),
  );
  return others.length >= enough ? forecastOf('DEVICE', others, limits) : forecastOf('TASK', own, limits);
}
