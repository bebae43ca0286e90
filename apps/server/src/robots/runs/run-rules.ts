import {
  can,
  isOpenRun,
  runMayBecome,
  runMoves,
  type RunState,
  type XReport,
  type XTask,
  type Vehicle,
} from '@sweepline/contract/robot';
import type { RunRow } from '../../entities/work/run-table.ts';
import { isActionOf } from '../protocol/order-plan.ts';
import { isFinal, type RobotState } from '../protocol/robot-state.ts';

/**
 * Whether the order of a run may leave the server now. A robot that was offline at the start command must not begin to move
 * minutes later, when the user expects it to stand still.
 */
export const mayOrder = (
  { state, createdAt }: Pick<RunRow, 'state' | 'createdAt'>,
  nowMs: number,
  { orderExpiryMs }: { orderExpiryMs: number },
): boolean => state === 'WAITING' && nowMs < Date.parse(createdAt) + orderExpiryMs;

/** The transition that a message causes in a run. */
export interface Verdict {
  to: RunState;
  code: string;
}

/** A request to end the run, and the result of its `cancelOrder`. */
export interface Cancel {
  code: string;
  /** `undefined` while the robot has not answered. */
  outcome: 'DONE' | 'NOTHING_TO_CANCEL' | undefined;
}

type RunFacts = Pick<RunRow, 'id' | 'kind' | 'state' | 'code' | 'coverage' | 'plan'>;

const cleaningModes = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE'];

/** The transition of a run by its robot's state (docs/protocol/orders.md#runs); undefined if there is none. */
export function judgeState(
  run: RunFacts,
  state: RobotState,
  mode: string,
  cancel: Cancel | undefined,
): Verdict | undefined {
  if (state.orderId !== run.id || state.orderUpdateId !== 0) return judgeAbsence(run, state);
  const own = state.actions.filter((it) => isActionOf(run.id, it.actionId));
  // An accepted order lists its actions; until then an empty list means nothing.
  const listed = own.length > 0 || (run.plan.areas.length === 0 && !run.plan.station);
  if (state.nodesLeft === 0 && state.edgesLeft === 0 && listed && own.every((it) => isFinal(it.status)))
    return judgeEnd(run, own, cancel);
  const cleaningPaused = own.some((it) => it.actionType === 'cleanArea' && it.status === 'PAUSED');
  const paused = state.paused || (cleaningPaused && cleaningModes.includes(mode));
  return { to: paused ? 'PAUSED' : 'IN_PROGRESS', code: '' };
}

function judgeAbsence(run: RunFacts, state: RobotState): Verdict | undefined {
  if (run.state === 'WAITING') {
    const refusal = state.errors.find((it) => it.references['orderId'] === run.id);
    return refusal && { to: 'FAILED', code: 'ORDER_REJECTED' };
  }
  if (run.state === 'IN_PROGRESS' || run.state === 'PAUSED')
    return { to: 'INTERRUPTED', code: 'ROBOT_LOST_ORDER' };
  return undefined;
}

function judgeEnd(
  run: RunFacts,
  own: RobotState['actions'],
  cancel: Cancel | undefined,
): Verdict | undefined {
  const cleaning = own.filter((it) => it.actionType === 'cleanArea');
  const judged = run.kind === 'CLEANING' ? cleaning : own;
  const failed = judged.some((it) => it.status === 'FAILED');
  if (cancel) {
    if (failed || cancel.outcome === 'DONE') return { to: 'INTERRUPTED', code: cancel.code };
    // Without actions an empty order may be done or canceled; only the answer to the cancellation decides.
    if (judged.length === 0 && cancel.outcome === undefined) return undefined;
  }
  if (!failed) return { to: 'COMPLETE', code: '' };
  const anyCleaned = (run.coverage ?? 0) > 0 || cleaning.some((it) => it.status === 'FINISHED');
  return { to: run.kind !== 'CLEANING' || anyCleaned ? 'INTERRUPTED' : 'FAILED', code: 'INTERRUPTED' };
}

/** The transition by the robot's own run message. A message older than the last one is ignored. */
export function judgeTask(run: Pick<RunRow, 'taskSeq'>, task: XTask): Verdict | undefined {
  if (task.seq <= run.taskSeq) return undefined;
  switch (task.state) {
    case 'IN_PROGRESS':
      return { to: 'IN_PROGRESS', code: '' };
    case 'PAUSED':
      return { to: 'PAUSED', code: '' };
    case 'COMPLETE':
      return { to: 'COMPLETE', code: '' };
    case 'INTERRUPTED':
      return { to: 'INTERRUPTED', code: task.code || 'INTERRUPTED' };
    case 'FAILED':
      return { to: 'FAILED', code: task.code || 'INTERRUPTED' };
    default:
      return undefined;
  }
}

export function judgeReport(report: Pick<XReport, 'result' | 'code'>): Verdict {
  switch (report.result) {
    case 'SUCCESS':
      return { to: 'SUCCESS', code: '' };
    case 'PARTIAL':
      return { to: 'INTERRUPTED', code: report.code || 'INTERRUPTED' };
    case 'FAILED':
      return { to: 'FAILED', code: report.code || 'INTERRUPTED' };
  }
}

/** A drive needs no report, and some vehicles never send one. */
export const needsReport = (run: Pick<RunRow, 'kind'>, vehicle: Vehicle) =>
  run.kind !== 'NAVIGATION' && can(vehicle, 'reports');

/** The patch of a transition; undefined if the state machine does not allow it (docs/protocol/orders.md#runs). */
export function move(
  run: RunRow,
  verdict: Verdict,
  at: string,
  waitsForReport: boolean,
): Partial<RunRow> | undefined {
  const to = verdict.to === 'COMPLETE' && !waitsForReport ? 'SUCCESS' : verdict.to;
  if (to === run.state || !reachable(run, to)) return refined(run, verdict, at);
  const ends = isEnd(to);
  return {
    state: to,
    code: verdict.code,
    startedAt: run.startedAt ?? (to === 'FAILED' && run.state === 'WAITING' ? null : at),
    pausedAt: to === 'PAUSED' ? at : null,
    endedAt: ends ? (earlierEnd(run, at) ?? run.endedAt ?? at) : null,
    ...(ends && { etaS: null }),
    ...(ends && to !== 'COMPLETE' && { phase: '' }),
    stale: false,
  };
}

/**
 * A state arrives late: a run may be paused or over at its first message, so a transition through IN_PROGRESS counts as
 * one. A report may end a run in any open state.
 */
function reachable(run: RunRow, to: RunState): boolean {
  const isAllowed = (next: RunState) => runMayBecome(run.state, next, run.code);
  if (isAllowed(to) || (isAllowed('IN_PROGRESS') && runMoves.IN_PROGRESS.includes(to))) return true;
  return isOpenRun(run.state) && (to === 'SUCCESS' || to === 'COMPLETE');
}

const isEnd = (state: RunState) => !isOpenRun(state) || state === 'COMPLETE';

/** After an offline period the state may end a run before the event with the real, earlier end time arrives. */
const earlierEnd = ({ startedAt, endedAt }: RunRow, at: string): string | undefined =>
  endedAt !== null && at < endedAt && at >= (startedAt ?? at) ? at : undefined;

/** The robot's own code and time replace the vague ones derived from a state. */
function refined(run: RunRow, verdict: Verdict, at: string): Partial<RunRow> | undefined {
  const isVague = run.code === 'INTERRUPTED' && verdict.code !== '' && verdict.code !== 'INTERRUPTED';
  const refinesCode = isVague && (verdict.to === 'INTERRUPTED' || verdict.to === 'FAILED');
  const endedAt = isEnd(verdict.to) ? earlierEnd(run, at) : undefined;
  if (!refinesCode && endedAt === undefined) return undefined;
  return { ...(refinesCode && { code: verdict.code }), ...(endedAt !== undefined && { endedAt }) };
}

/** Inserts a phase into the timeline by time; the same phase twice in a row is one. */
export function withPhase(phases: RunRow['phases'], phase: string, at: string): RunRow['phases'] {
  if (phase === '') return phases;
  const before = phases.findLastIndex((it) => it.at <= at);
  if (phases[before]?.phase === phase) return phases;
  const next = phases[before + 1];
  if (next?.phase === phase) return phases.with(before + 1, { phase, at });
  return phases.toSpliced(before + 1, 0, { phase, at });
}
