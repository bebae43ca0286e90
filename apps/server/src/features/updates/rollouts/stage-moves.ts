import type { OtaPlan, OtaStage, OtaTaskReason } from '@sweepline/contract';
import type { OtaStageRow } from '../../../entities/updates/ota-task-table.ts';

/** What a running task does next. */
export type StageMove =
  | { do: 'STOP' }
  | { do: 'PAUSE'; reason: OtaTaskReason }
  | { do: 'COMPLETE'; nextMs: number }
  | { do: 'JUDGE' }
  | { do: 'FINISH' };

export const openOf = ({ initializing, upgrading }: OtaStageRow) => initializing + upgrading;
export const totalOf = (row: OtaStageRow) => openOf(row) + row.successful + row.failed;

const minuteMs = 60_000;

/** Whether a stage has more failures than its budget allows. */
function isOverBudget(row: OtaStageRow, { maxFailed, failedPct }: OtaStage): boolean {
  const failed = row.failed - row.failedBefore;
  if (failed <= 0) return false;
  return maxFailed === null ? failed * 100 > failedPct * totalOf(row) : failed >= maxFailed;
}

const isReached = (row: OtaStageRow, { successPct }: OtaStage) =>
  row.accepted || row.successful * 100 >= successPct * totalOf(row);

interface Running {
  stage: number;
  plan: Pick<OtaPlan, 'stages'>;
  /** All stages in their order. */
  rows: readonly OtaStageRow[];
  nowMs: number;
  deadlineMs: number;
}

/**
 * The next move of a running task, from its counters alone. After the deadline no budget counts: what did not begin has failed with
 * EXPIRED, and the task ends with its last update.
 */
export function nextMove({ stage, plan, rows, nowMs, deadlineMs }: Running): StageMove | undefined {
  const isOver = nowMs >= deadlineMs;
  const begun = rows.filter((row) => row.startedAt !== null);
  if (!isOver && begun.some((row) => isOverBudget(row, plan.stages[row.stage]!))) return { do: 'STOP' };
  if (rows.every((row) => openOf(row) === 0)) return { do: 'FINISH' };
  const row = rows[stage];
  const rules = plan.stages[stage];
  if (!row || !rules || stage === rows.length - 1) return undefined;
  if (row.completedAt !== null)
    return nowMs >= Date.parse(row.nextAt ?? row.completedAt) ? { do: 'JUDGE' } : undefined;
  if (totalOf(row) === 0) return { do: 'COMPLETE', nextMs: nowMs };
  if (isReached(row, rules)) return { do: 'COMPLETE', nextMs: nowMs + rules.soakMinutes * minuteMs };
  return openOf(row) === 0 && !isOver ? { do: 'PAUSE', reason: 'BELOW_THRESHOLD' } : undefined;
}
