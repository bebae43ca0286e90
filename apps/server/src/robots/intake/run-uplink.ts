import { eq } from 'drizzle-orm';
import { runOrigins } from '@sweepline/contract';
import { toolOf, type XReport, type XTask } from '@sweepline/contract/robot';
import { isComputedId, isPlannedRun } from '../../features/work/calendar/planned-run-service.ts';
import { tasks } from '../../entities/work/task-table.ts';
import type { RunRow } from '../../entities/work/run-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isOwn, type ActiveRun, type RunRegistry } from '../runs/run-registry.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import { reportRow, storeReport } from '../runs/report-rows.ts';
import { nameOfMap, planOfReport, planOfTask } from '../runs/robot-plan.ts';
import { judgeReport, judgeTask } from '../runs/run-rules.ts';
import { usableCount, usableFigure, reportPatch, taskPatch } from '../runs/run-values.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import { isUuid, ownRefs } from './uplink-refs.ts';
import { foreignId, refusalOf, type IdRefusal } from './uplink-refusals.ts';
import type { WaitingReports } from '../runs/waiting-reports.ts';

interface RunUplinkDeps {
  runRegistry: RunRegistry;
  driver: RunDriver;
  waitingReports: WaitingReports;
}

/** The fields by which a message names its run. */
interface RunRef {
  runId: string;
  taskId?: string | undefined;
  origin: string;
  mapId?: string | undefined;
  by?: string | undefined;
}
/** The sender's run, if it is the sender's, and the refused ids of the message. */
interface FoundRun {
  run?: ActiveRun;
  refused: IdRefusal[];
}

/** The robot's own time, unless its clock was not set. */
const timeOr = (text: string, otherwise: string) =>
  Date.parse(text) >= Date.UTC(2000, 0) ? new Date(text).toISOString() : otherwise;
/**
 * A run that was started at the robot, or by its own schedule (docs/protocol/orders.md#runs). Its plan is what the robot
 * reports.
 */
function foreignRun(session: Session, { runId, origin, mapId, by = '' }: RunRef, at: string): RunRow {
  const { device } = session;
  return {
    id: runId,
    companyId: device.companyId,
    kind: 'CLEANING',
    name: '',
    taskId: null,
    deviceId: device.deviceId,
    mapId: mapId ?? session.live.position?.value.mapId ?? null,
    mapVersion: null,
    origin: runOrigins.find((it) => it === origin) ?? 'HMI',
    state: 'WAITING',
    phase: '',
    code: '',
    by,
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
      ...toolOf(vehicleOf(session)),
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

/** The task that the robot names, if it is one of its own; otherwise the refusal. */
async function taskOf(tx: Tx, { device }: Session, taskId: string | undefined) {
  if (!isUuid(taskId)) return {};
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId));
  const refusal = refusalOf(task, device, 'taskId', taskId);
  return refusal ? { refusal } : { task: task! };
}

/**
 * Handles the durable messages about runs, in the transaction that stores the message. Returns the refused ids. A message
 * about another device's run changes nothing.
 */
export function createRunUplink({ runRegistry, driver, waitingReports }: RunUplinkDeps) {
  /** Inserts a run that the robot began. A computed id must follow from a plan of this robot. */
  const claim = async (
    tx: Tx,
    session: Session,
    ref: RunRef,
    { at, planned }: { at: string; planned: boolean },
  ): Promise<FoundRun> => {
    const refusedRun = { refused: [foreignId('runId', ref.runId)] };
    if (isComputedId(ref.runId) && !planned) return refusedRun;
    const row = foreignRun(session, ref, at);
    const { task, refusal } = await taskOf(tx, session, ref.taskId);
    if (task) Object.assign(row, { taskId: task.id, name: task.name, ...(await planOfTask(tx, row, task)) });
    else row.name = await nameOfMap(tx, row);
    const run = await runRegistry.claim(tx, row);
    return run ? { run, refused: refusal ? [refusal] : [] } : refusedRun;
  };

  const isPlanned = (tx: Tx, { device }: Session, { runId, taskId }: RunRef, at: string) =>
    isComputedId(runId)
      ? isPlannedRun(tx, device, { runId, at, taskId: isUuid(taskId) ? taskId : undefined })
      : Promise.resolve(false);

  /** The sender's run; a run of another device or company is refused. */
  const find = async (tx: Tx, { device }: Session, runId: string): Promise<FoundRun | undefined> => {
    const run = await runRegistry.find(tx, runId);
    if (!run) return undefined;
    return isOwn(run.row, device) ? { run, refused: [] } : { refused: [foreignId('runId', runId)] };
  };

  /** A tour cleans no floor: its report is a few figures of the run itself (docs/protocol/orders.md#promotion-tours). */
  const reportTour = (tx: Tx, session: Session, run: ActiveRun, report: XReport, at: string): void => {
    const { loops, plays, totals } = report;
    const toured = {
      loops: usableCount(loops) ?? 0,
      plays: usableCount(plays) ?? 0,
      seconds: usableFigure(totals.seconds) ?? 0,
    };
    runRegistry.change(
      run,
      { toured, startedAt: run.row.startedAt ?? timeOr(report.startTime, at) },
      { later: false },
    );
    driver.transition(run, session, judgeReport(report), new Date(timeOr(report.endTime, at)));
    runRegistry.save(tx, run);
  };

  const applyReport = async (
    tx: Tx,
    session: Session,
    run: ActiveRun,
    { report, at }: { report: XReport; at: string },
  ): Promise<IdRefusal[]> => {
    if (run.row.kind === 'PROMOTION') {
      reportTour(tx, session, run, report, at);
      return [];
    }
    const refs = await ownRefs(tx, run.row, report);
    if (!(await storeReport(tx, reportRow(run.row, report, refs, at))))
      return [foreignId('runId', report.runId)];
    runRegistry.change(
      run,
      {
        ...reportPatch(report),
        startedAt: run.row.startedAt ?? timeOr(report.startTime, at),
        ...(await planOfReport(tx, run.row, report)),
      },
      { later: false },
    );
    driver.transition(run, session, judgeReport(report), new Date(timeOr(report.endTime, at)));
    runRegistry.save(tx, run);
    return refs.refused;
  };

  const applyTask = (session: Session, run: ActiveRun, task: XTask, at: string): void => {
    const verdict = judgeTask(run.row, task);
    const { patch, isNew } = taskPatch(run.row, task, at);
    if (isNew) {
      session.phase = task.phase ?? '';
      runRegistry.change(run, patch, { material: task.phase !== run.row.phase, later: false });
    } else if (patch.phases) runRegistry.change(run, patch, { later: false });
    if (verdict) driver.transition(run, session, verdict, new Date(at));
  };

  return {
    task: async (tx: Tx, session: Session, task: XTask, at: string): Promise<IdRefusal[]> => {
      const planned = () => isPlanned(tx, session, task, at);
      const { run, refused } =
        (await find(tx, session, task.runId)) ??
        (await claim(tx, session, task, { at, planned: await planned() }));
      if (!run) return refused;
      applyTask(session, run, task, at);
      runRegistry.save(tx, run);
      for (const report of await waitingReports.take(tx, run.row, task.runId))
        refused.push(...(await applyReport(tx, session, run, report)));
      return refused;
    },

    report: async (tx: Tx, session: Session, report: XReport, at: string): Promise<IdRefusal[]> => {
      const ref = { ...report, origin: 'HMI' };
      const existing = await find(tx, session, report.runId);
      if (existing?.run) return await applyReport(tx, session, existing.run, { report, at });
      if (existing) return existing.refused;
      // Only an id that follows from this robot's own plan proves whose run it is.
      if (!(await isPlanned(tx, session, ref, timeOr(report.startTime, at)))) {
        await waitingReports.keep(tx, session.device, report, at);
        return [];
      }
      const { run, refused } = await claim(tx, session, ref, { at, planned: true });
      return run ? [...refused, ...(await applyReport(tx, session, run, { report, at }))] : refused;
    },
  };
}
export type RunUplink = ReturnType<typeof createRunUplink>;
