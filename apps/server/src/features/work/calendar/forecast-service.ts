import type { Forecast } from '@sweepline/contract';
import { modelOf, type Vehicle } from '@sweepline/contract/robot';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { tasks } from '../../../entities/work/task-table.ts';
import { forecastOf, type PastRun } from './forecast-rules.ts';

const maxReports = 30;
/** With fewer own runs the device's other runs are the better basis. */
const minRuns = 3;

type Task = Pick<
  typeof tasks.$inferSelect,
  'id' | 'deviceId' | 'plannedM2' | 'repetitions' | 'cleaningMode' | 'version'
>;

const { seconds, energyWh, waterL, plannedM2, areas } = taskReports;
const columns = { seconds, energyWh, waterL, plannedM2, areas };

const reportsOf = (db: Tx, condition: ReturnType<typeof eq>) =>
  db
    .select(columns)
    .from(taskReports)
    .where(
      and(
        visible(db, taskReports),
        condition,
        eq(taskReports.result, 'SUCCESS'),
        gt(seconds, 0),
        // Reports with plausibility flags are excluded.
        sql`${taskReports.flags} = '{}'`,
      ),
    )
    .orderBy(desc(taskReports.startedAt))
    .limit(maxReports);
type Report = Awaited<ReturnType<typeof reportsOf>>[number];

const passedM2 = ({ areas: passes }: Report) =>
  passes.reduce((sum, area) => sum + area.plannedM2 * (area.repetitions ?? 1), 0);

/** A run of the same device on other areas, scaled to the area of this task; each repetition counts. */
function scaledRun(report: Report, task: Task): PastRun[] {
  const m2 = passedM2(report);
  if (m2 <= 0 || report.areas.some((area) => area.cleaningMode !== task.cleaningMode)) return [];
  const factor = (task.plannedM2 * task.repetitions) / m2;
  const scaled = (value: number | null) => (value === null ? null : value * factor);
  return [
    {
      minutes: ((report.seconds ?? 0) / 60) * factor,
      energyWh: scaled(report.energyWh),
      waterL: scaled(report.waterL),
    },
  ];
}

const unscaledRun = (report: Report): PastRun => ({
  minutes: (report.seconds ?? 0) / 60,
  energyWh: report.energyWh,
  waterL: report.waterL,
});

/** The forecast of a task from its own runs. With too few of them it uses the runs of its device in the same mode. */
export async function forecastFor(
  db: Tx,
  task: Task,
  device: Vehicle,
  setAsideMin: number,
): Promise<Forecast> {
  const modelData = modelOf(device.model);
  const limits = {
    batteryWh: modelData?.batteryWh ?? null,
    tankL: device.declared?.cleaning?.waterLitres ?? modelData?.cleanTankL ?? null,
    setAsideMin,
  };
  const own = (await reportsOf(db, eq(taskReports.taskId, task.id))).map(unscaledRun);
  if (own.length >= minRuns) return forecastOf('TASK', own, limits);
  const others = (await reportsOf(db, eq(taskReports.deviceId, task.deviceId))).flatMap((report) =>
    scaledRun(report, task),
  );
  return others.length >= minRuns ? forecastOf('DEVICE', others, limits) : forecastOf('TASK', own, limits);
}
