import { isOpenRun, type XReport, type XTask } from '@sweepline/contract/robot';
import type { RunRow } from '../../entities/work/run-table.ts';
import { robotTimeMs } from '../protocol/robot-time.ts';
import { withPhase } from './run-rules.ts';

/** A figure beyond any floor, tank or battery is invalid. */
export const usableFigure = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= 1e9 ? value : null;
/** A count for an integer column. */
export const usableCount = (value: number | undefined) => {
  const count = usableFigure(value);
  return count === null ? null : Math.round(count);
};
/** Cleaned over planned area, each cell once: at most 1. */
export const fraction = (value: number | undefined) =>
  value === undefined ? null : Math.min(1, Math.max(0, value));

/**
 * The changes to a run by one of its robot's messages, except its state. An old message only fills the timeline. A shuffled
 * and duplicated history therefore leads to the same run.
 */
export function taskPatch(row: RunRow, task: XTask, at: string): { patch: Partial<RunRow>; isNew: boolean } {
  const phases = withPhase(row.phases, task.phase ?? '', at);
  if (task.seq <= row.taskSeq || !isOpenRun(row.state))
    return { patch: phases === row.phases ? {} : { phases }, isNew: false };
  const patch: Partial<RunRow> = {
    phases,
    taskSeq: task.seq,
    // The robot began the run by its own schedule; the server's order found it active.
    ...(task.origin === 'DEVICE_SCHEDULE' && { origin: 'DEVICE_SCHEDULE' }),
    phase: task.phase ?? '',
    areaIndex: usableCount(task.areaIndex) ?? row.areaIndex,
    areaCount: usableCount(task.areaCount) ?? row.areaCount,
    mapId: row.mapId ?? task.mapId ?? null,
    plannedM2: usableFigure(task.plannedM2) ?? row.plannedM2,
    cleanedM2: usableFigure(task.cleanedM2) ?? row.cleanedM2,
    coverage: fraction(task.coverage) ?? row.coverage,
    etaS: usableFigure(task.etaS),
  };
  return { patch, isNew: true };
}

/** The final figures of a run, from its report. */
export const reportPatch = ({ totals }: Pick<XReport, 'totals'>): Partial<RunRow> => ({
  plannedM2: usableFigure(totals.plannedM2),
  cleanedM2: usableFigure(totals.cleanedM2),
  coverage: fraction(
    totals.coverage ?? (totals.plannedM2 > 0 ? totals.cleanedM2 / totals.plannedM2 : undefined),
  ),
});

/** A clock that was never set, or is further ahead, is ignored: the report is dated by its arrival (decision 0017). */
const earliestMs = Date.UTC(2000, 0);
const aheadMs = 86_400_000;

/**
 * Moves the times of a report to the server's clock, as for other messages (docs/protocol/journal.md#clocks). It was sent
 * at `sentAt` of the robot's clock, which was `offMs` behind the server's.
 */
export function toServerClock(report: XReport, sentAt: string, offMs: number): XReport {
  if (offMs === 0 || offMs < -aheadMs || robotTimeMs(sentAt) < earliestMs) return report;
  const serverTime = (at: string) =>
    Number.isNaN(Date.parse(at)) ? at : new Date(Date.parse(at) + offMs).toISOString();
  const { startTime, endTime, pauses } = report;
  return {
    ...report,
    startTime: serverTime(startTime),
    endTime: serverTime(endTime),
    ...(pauses && { pauses: pauses.map((pause) => ({ ...pause, at: serverTime(pause.at) })) }),
  };
}
