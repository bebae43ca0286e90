import { eq } from 'drizzle-orm';
import { runOrigins } from '@sweepline/contract';
import { modelOf, type XReport, type XTask } from '@sweepline/contract/robot';
import { reportTimes } from '../features/task-reports/report-clock-service.ts';
import { taskReports } from '../features/task-reports/report-table.ts';
import { tasks } from '../features/tasks/task-table.ts';
import type { RunRow } from '../features/tasks/run-table.ts';
import type { Tx } from '../platform/db.ts';
import type { ActiveRun, RunBook } from './run-book.ts';
import type { RunDriver } from './run-driver.ts';
import { planOfReport, planOfTask } from './robot-plan.ts';
import { judgeReport, judgeTask } from './run-rules.ts';
import { counted, known, reportPatch, share, taskPatch } from './run-words.ts';
import type { Session } from './session.ts';

interface RunUplinkDeps {
  book: RunBook;
  driver: RunDriver;
}

const isUuid = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '');
/** The robot's own time, unless its clock was never set. */
const timeOr = (text: string, otherwise: string) =>
  Date.parse(text) >= Date.UTC(2000, 0) ? new Date(text).toISOString() : otherwise;
/** A run that was started at the robot, or by its own schedule (2.6). Its plan is what the robot says of it. */
function foreignRun(session: Session, runId: string, origin: string, at: string): RunRow {
  const { device } = session;
  return {
    id: runId,
    companyId: device.companyId,
    kind: 'CLEANING',
    name: device.nickname,
    taskId: null,
    deviceId: device.deviceId,
    mapId: session.live.position?.value.mapId ?? null,
    mapVersion: null,
    origin: runOrigins.find((it) => it === origin) ?? 'HMI',
    state: 'WAITING',
    phase: '',
    code: '',
    by: '',
    previousId: null,
    skipped: [],
    toured: null,
    areaIndex: 0,
    areaCount: 0,
    plannedM2: null,
    cleanedM2: null,
    coverage: null,
    etaS: null,
    plan: {
      cleaningMode: session.live.cleaning?.value.cleaningMode ?? '',
      strength: session.live.cleaning?.value.strength ?? '',
      repetitions: 1,
      strategy: 'FULL',
      pattern: '',
      finish: 'STAY',
      areas: [],
      toolWidthM: modelOf(device.model)?.cleaningWidthM ?? 0.5,
    },
    phases: [],
    createdAt: at,
    startedAt: null,
    endedAt: null,
    pausedAt: null,
    stale: false,
    reportMissing: false,
    taskSeq: 0,
    revision: 0,
  };
}

/** What robots say of their runs on the durable topics. Runs inside the transaction that remembers the message. */
export function openRunUplink({ book, driver }: RunUplinkDeps) {
  const runOf = async (
    tx: Tx,
    session: Session,
    said: { runId: string; taskId?: string | undefined; origin: string; by?: string | undefined },
    at: string,
  ) => {
    const found = await book.find(tx, said.runId, session.device.deviceId);
    if (found) return found;
    const row = { ...foreignRun(session, said.runId, said.origin, at), by: said.by ?? '' };
    const [task] =
      said.taskId && isUuid(said.taskId)
        ? await tx.select().from(tasks).where(eq(tasks.id, said.taskId))
        : [];
    if (task && task.companyId === row.companyId)
      Object.assign(row, { taskId: task.id, name: task.name, ...(await planOfTask(tx, row, task)) });
    const run: ActiveRun = { row, cancel: undefined, outbox: undefined, offlineSinceMs: undefined };
    book.add(run);
    return run;
  };

  /** A tour has no floor to account for: its report is a few figures of the run itself (2.21). */
  const reportTour = (tx: Tx, session: Session, run: ActiveRun, report: XReport, at: string): void => {
    const { loops, plays, totals } = report;
    const toured = {
      loops: counted(loops) ?? 0,
      plays: counted(plays) ?? 0,
      seconds: known(totals.seconds) ?? 0,
    };
    book.change(
      run,
      { toured, startedAt: run.row.startedAt ?? timeOr(report.startTime, at) },
      { later: false },
    );
    driver.take(run, session, judgeReport(report), new Date(timeOr(report.endTime, at)));
    book.save(tx, run);
  };

  return {
    task: async (tx: Tx, session: Session, task: XTask, at: string): Promise<void> => {
      const run = await runOf(tx, session, task, at);
      const verdict = judgeTask(run.row, task);
      const { patch, news } = taskPatch(run.row, task, at);
      if (news) {
        session.phase = task.phase ?? '';
        book.change(run, patch, { material: task.phase !== run.row.phase, later: false });
      } else if (patch.phases) book.change(run, patch, { later: false });
      if (verdict) driver.take(run, session, verdict, new Date(at));
      book.save(tx, run);
    },

    report: async (tx: Tx, session: Session, report: XReport, at: string): Promise<void> => {
      const run = await runOf(tx, session, { ...report, origin: 'HMI' }, at);
      if (run.row.kind === 'PROMOTION') return reportTour(tx, session, run, report, at);
      await storeReport(tx, run.row, report, at);
      book.change(
        run,
        {
          ...reportPatch(report),
          startedAt: run.row.startedAt ?? timeOr(report.startTime, at),
          ...(await planOfReport(tx, run.row, report)),
        },
        { later: false },
      );
      driver.take(run, session, judgeReport(report), new Date(timeOr(report.endTime, at)));
      book.save(tx, run);
    },
  };
}
export type RunUplink = ReturnType<typeof openRunUplink>;

const measuredOf = (totals: XReport['totals']) => ({
  seconds: known(totals.seconds),
  cleaningSeconds: known(totals.cleaningSeconds),
  distanceM: known(totals.distanceM),
  waterL: known(totals.waterL),
  dirtyWaterL: known(totals.dirtyWaterL),
  energyWh: known(totals.energyWh),
  socStart: known(totals.socStart),
  socEnd: known(totals.socEnd),
  charges: counted(totals.charges),
  replenishes: counted(totals.replenishes),
  mopWashes: counted(totals.mopWashes),
});

function reportRow(run: RunRow, report: XReport, at: string): typeof taskReports.$inferInsert {
  const { totals, areas, phases = [], pauses = [], consumables = [], alarms = [], missed = [] } = report;
  const { plannedM2, cleanedM2, coverage } = totals;
  return {
    ...measuredOf(totals),
    id: run.id,
    companyId: run.companyId,
    deviceId: run.deviceId,
    taskId: run.taskId,
    mapId: areas[0]?.mapId ?? run.mapId,
    result: report.result,
    code: report.code ?? '',
    ...reportTimes(report.startTime, report.endTime, at),
    plannedM2: known(plannedM2),
    cleanedM2: known(cleanedM2),
    uncleanedM2: known(Math.max(0, plannedM2 - cleanedM2)),
    coverage: plannedM2 > 0 ? share(coverage ?? cleanedM2 / plannedM2) : null,
    areas,
    phases,
    pauses: pauses.map((it) => ({ ...it, by: it.by ?? '' })),
    alarmIds: alarms,
    missed,
    consumables,
    trajectoryFileId: isUuid(report.files?.trajectory) ? report.files.trajectory : null,
    coverageFiles: (report.files?.coverage ?? []).filter((it) => isUuid(it.fileId)),
    receivedAt: at,
  };
}

/** A second report of the same run brings the files that could not be uploaded at first; nothing else of it counts (2.7). */
async function storeReport(tx: Tx, run: RunRow, report: XReport, at: string): Promise<void> {
  const row = reportRow(run, report, at);
  const [first] = await tx
    .insert(taskReports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: taskReports.id });
  if (first) return;
  await tx
    .update(taskReports)
    .set({
      receivedAt: at,
      ...(row.trajectoryFileId && { trajectoryFileId: row.trajectoryFileId }),
      ...(row.coverageFiles.length > 0 && { coverageFiles: row.coverageFiles }),
    })
    .where(eq(taskReports.id, run.id));
}
