import { isOpenRun, type XReport, type XTask } from '@sweepline/contract/robot';
import type { RunRow } from '../../features/tasks/run-table.ts';
import { withPhase } from './run-rules.ts';

/** A figure beyond what any floor, tank or battery holds is no figure. */
export const usableFigure = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= 1e9 ? value : null;
/** A count for an integer column. */
export const usableCount = (value: number | undefined) => {
  const count = usableFigure(value);
  return count === null ? null : Math.round(count);
};
/** Cleaned over planned, each cell once: never more than all of it. */
export const fraction = (value: number | undefined) =>
  value === undefined ? null : Math.min(1, Math.max(0, value));

/**
 * What one word of a robot about its run changes in it, its state apart. An old word, replayed, fills the timeline and changes
 * nothing else, so that a history that is shuffled and doubled on the way leads to the same run.
 */
export function taskPatch(row: RunRow, task: XTask, at: string): { patch: Partial<RunRow>; isNew: boolean } {
  const phases = withPhase(row.phases, task.phase ?? '', at);
  if (task.seq <= row.taskSeq || !isOpenRun(row.state))
    return { patch: phases === row.phases ? {} : { phases }, isNew: false };
  const patch: Partial<RunRow> = {
    phases,
    taskSeq: task.seq,
    // Begun without us after all: the order we had sent found it under way.
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

/** The figures a report ends a run with, whatever was said on the way. */
export const reportPatch = ({ totals }: Pick<XReport, 'totals'>): Partial<RunRow> => ({
  plannedM2: usableFigure(totals.plannedM2),
  cleanedM2: usableFigure(totals.cleanedM2),
  coverage: fraction(
    totals.coverage ?? (totals.plannedM2 > 0 ? totals.cleanedM2 / totals.plannedM2 : undefined),
  ),
});

/** A clock that was never set, or that runs ahead by more, says nothing: such a report is dated by its arrival (0020). */
const earliestMs = Date.UTC(2000, 0);
const aheadMs = 86_400_000;

/**
 * A report with the times in it moved onto our clock, as those of every other word of the robot are (2.1.9). It was sent when the
 * robot's clock showed `sentAt`, which was `offMs` before ours.
 */
export function toServerClock(report: XReport, sentAt: string, offMs: number): XReport {
  if (offMs === 0 || offMs < -aheadMs || Date.parse(sentAt) < earliestMs) return report;
  const serverTime = (at: string) =>
    Number.isNaN(Date.parse(at)) ? at : new Date(Date.parse(at) + offMs).toISOString();
  const { startTime, endTime, pauses } = report;
  return {
    ...report,
    ...{ startTime: serverTime(startTime), endTime: serverTime(endTime) },
    ...(pauses && { pauses: pauses.map((pause) => ({ ...pause, at: serverTime(pause.at) })) }),
  };
}
