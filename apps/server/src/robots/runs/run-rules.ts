import {
  can,
  isOpenRun,
  runMayBecome,
  runMoves,
  type RunState,
  type XReport,
  type XTask,
} from '@sweepline/contract/robot';
import type { RunRow } from '../../features/tasks/run-table.ts';
import { isActionOf } from '../protocol/order-plan.ts';
import { isFinal, type RobotState } from '../protocol/robot-state.ts';

/**
 * Whether the order of a run may leave the server now. A robot that was away when a person pressed start must not drive off
 * minutes later, when that person counts on it standing still.
 */
export const mayOrder = (
  { state, createdAt }: Pick<RunRow, 'state' | 'createdAt'>,
  nowMs: number,
  { orderExpiryMs }: { orderExpiryMs: number },
): boolean => state === 'WAITING' && nowMs < Date.parse(createdAt) + orderExpiryMs;

/** What a message means for a run. */
export interface Verdict {
  to: RunState;
  code: string;
}

/** A person's wish to end the run, and what became of the `cancelOrder` that followed. */
export interface Cancel {
  code: string;
  /** `undefined` while the robot has not answered. */
  outcome: 'DONE' | 'NOTHING_TO_CANCEL' | undefined;
}

type RunFacts = Pick<RunRow, 'id' | 'kind' | 'state' | 'code' | 'coverage' | 'plan'>;

const cleaningModes = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE'];

/** What a state of the robot says of its run (2.6). Undefined: nothing new. */
export function judgeState(
  run: RunFacts,
  state: RobotState,
  mode: string,
  cancel: Cancel | undefined,
): Verdict | undefined {
  if (state.orderId !== run.id || state.orderUpdateId !== 0) return judgeAbsence(run, state);
  const own = state.actions.filter((it) => isActionOf(run.id, it.actionId));
  // An accepted order lists its actions; while it does not, its emptiness means nothing.
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
    // Without actions an empty order may be done or cancelled; only the answer to the cancel tells.
    if (judged.length === 0 && cancel.outcome === undefined) return undefined;
  }
  if (!failed) return { to: 'COMPLETE', code: '' };
  const anyCleaned = (run.coverage ?? 0) > 0 || cleaning.some((it) => it.status === 'FINISHED');
  return { to: run.kind !== 'CLEANING' || anyCleaned ? 'INTERRUPTED' : 'FAILED', code: 'INTERRUPTED' };
}

/** What the robot's own account of its run says. An older message than one that counted says nothing. */
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

/** A drive needs no report, and a vehicle that never writes one must not be waited for. */
export const needsReport = (run: Pick<RunRow, 'kind'>, model: string) =>
  run.kind !== 'NAVIGATION' && can(model, 'reports');

/** What changes in a run when a verdict is taken; undefined when its machine does not allow the move (2.6). */
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
 * States are heard when they come, not when they begin: a run may be paused or over when we first hear of it, so a move through
 * IN_PROGRESS counts as one. A report may find the run in any open state.
 */
function reachable(run: RunRow, to: RunState): boolean {
  const isAllowed = (next: RunState) => runMayBecome(run.state, next, run.code);
  if (isAllowed(to) || (isAllowed('IN_PROGRESS') && runMoves.IN_PROGRESS.includes(to))) return true;
  return isOpenRun(run.state) && (to === 'SUCCESS' || to === 'COMPLETE');
}

const isEnd = (state: RunState) => !isOpenRun(state) || state === 'COMPLETE';

/** A robot that comes back says that a run is over before it says since when: it was over by then. */
const earlierEnd = ({ startedAt, endedAt }: RunRow, at: string): string | undefined =>
  endedAt !== null && at < endedAt && at >= (startedAt ?? at) ? at : undefined;

/** The robot knows better than a state why it stopped, and when. */
function refined(run: RunRow, verdict: Verdict, at: string): Partial<RunRow> | undefined {
  const isVague = run.code === 'INTERRUPTED' && verdict.code !== '' && verdict.code !== 'INTERRUPTED';
  const refinesCode = isVague && (verdict.to === 'INTERRUPTED' || verdict.to === 'FAILED');
  const endedAt = isEnd(verdict.to) ? earlierEnd(run, at) : undefined;
  if (!refinesCode && endedAt === undefined) return undefined;
  return { ...(refinesCode && { code: verdict.code }), ...(endedAt !== undefined && { endedAt }) };
}

/** The timeline with one more phase at its place in time; the same phase twice in a row is one. */
export function withPhase(phases: RunRow['phases'], phase: string, at: string): RunRow['phases'] {
  if (phase === '') return phases;
  const before = phases.findLastIndex((it) => it.at <= at);
  if (phases[before]?.phase === phase) return phases;
  const next = phases[before + 1];
  if (next?.phase === phase) return phases.with(before + 1, { phase, at });
  return phases.toSpliced(before + 1, 0, { phase, at });
}
