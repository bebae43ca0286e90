import type { TrailPoint } from '@sweepline/contract';
import { isOpenRun, type XTelemetry } from '@sweepline/contract/robot';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import { isoOf } from '../protocol/iso.ts';
import { planOrder } from '../protocol/order-plan.ts';
import type { RobotState } from '../protocol/robot-state.ts';
import { isOwn, type ActiveRun, type RunRegistry } from './run-registry.ts';
import type { Paths } from './run-path.ts';
import { judgeState, mayOrder, move, needsReport, type Verdict } from './run-rules.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';

export interface RunDriverDeps {
  runRegistry: RunRegistry;
  paths: Paths;
  downlink: Downlink;
  instant: InstantActions;
  alarms: AlarmRegistry;
  now: Clock;
  timing: GatewayTiming;
  log: Log;
  sessionOf(deviceId: string): Session | undefined;
}

/**
 * Drives runs: sends and repeats their orders, follows the robot's states, and applies timeouts
 * (docs/protocol/orders.md#sending-an-order, docs/protocol/orders.md#runs).
 */
export function createRunDriver(deps: RunDriverDeps) {
  const { runRegistry, paths, downlink, instant, alarms, now, timing, log } = deps;

  const transition = (run: ActiveRun, session: Session, verdict: Verdict, at = now()): void => {
    const { row } = run;
    const patch = move(row, verdict, isoOf(at.getTime()), needsReport(row, session.device.model));
    if (!patch) return;
    if (row.startedAt === null && patch.startedAt)
      paths.open({
        id: row.id,
        deviceId: row.deviceId,
        companyId: row.companyId,
        startMs: at.getTime(),
      });
    if (patch.state && patch.state !== 'WAITING') run.outbox = undefined;
    log.info({ run: row.id, from: row.state, to: patch.state, code: patch.code }, 'run moved');
    runRegistry.change(run, patch);
  };

  const publishOrder = (run: ActiveRun, session: Session): void => {
    // Checked when the message leaves the queue: the run may have ended, or its order may be too old.
    void downlink.send(session, 'order', () => {
      const position = session.live.position?.value;
      if (!position || !mayOrder(run.row, now().getTime(), timing)) return undefined;
      return session.codec.order(planOrder(run.row, position, vehicleOf(session)), session.abilities);
    });
  };

  /** Ends the run at the robot. The following states show the result. */
  const cancelAtRobot = async (run: ActiveRun, session: Session, code: string): Promise<void> => {
    const cancel = { code, outcome: undefined as 'DONE' | 'NOTHING_TO_CANCEL' | undefined };
    run.cancel = cancel;
    const outcome = await instant.send(
      session,
      'cancelOrder',
      session.codec.major === 'v3' ? { orderId: run.row.id } : {},
      // For a vehicle that reports no result, an order without remaining work is canceled.
      (state) =>
        state.nodesLeft === 0 &&
        state.edgesLeft === 0 &&
        state.actions.every((it) => it.status !== 'RUNNING'),
    );
    if (outcome === 'DONE') cancel.outcome = 'DONE';
    else if (outcome === 'NOTHING') cancel.outcome = 'NOTHING_TO_CANCEL';
    else if (run.cancel === cancel) run.cancel = undefined;
    if (session.state) onState(session, session.state);
  };

  const onState = (session: Session, state: RobotState): void => {
    const run = runRegistry.of(session.device.deviceId) ?? runRegistry.get(state.orderId);
    if (!run || !isOwn(run.row, session.device)) return;
    if (run.row.state === 'COMPLETE') return;
    const mode = session.live.mode?.value.mode ?? '';
    const verdict = judgeState(run.row, state, mode, run.cancel);
    if (verdict) transition(run, session, verdict);
  };

  const isCleaning = (session: Session, runId: string) =>
    session.phase === 'CLEANING' ||
    (session.phase === '' &&
      (session.state?.actions.some(
        (it) => it.actionType === 'cleanArea' && it.status === 'RUNNING' && it.actionId.startsWith(runId),
      ) ??
        false));

  /** The run whose path is recorded: active, and on its own map. */
  const recordedRun = (session: Session): ActiveRun | undefined => {
    const run = runRegistry.of(session.device.deviceId);
    const mapId = session.live.position?.value.mapId;
    if (!run || mapId === undefined || run.row.state === 'COMPLETE') return undefined;
    return run.row.mapId && mapId !== run.row.mapId ? undefined : run;
  };

  /**
   * Fails a run whose order the robot did not accept in time. If the robot received it after all, its next state resumes
   * the run.
   */
  const expireOrder = (run: ActiveRun, session: Session, nowMs: number): void => {
    if (run.row.state !== 'WAITING' || mayOrder(run.row, nowMs, timing)) return;
    const isOnline = session.liveness.state === 'ONLINE';
    transition(run, session, { to: 'FAILED', code: isOnline ? 'ORDER_NOT_ACKNOWLEDGED' : 'OFFLINE' });
  };

  const tickOutbox = (run: ActiveRun, session: Session, nowMs: number): void => {
    expireOrder(run, session, nowMs);
    const { outbox } = run;
    if (!outbox || nowMs < outbox.nextMs || session.liveness.state !== 'ONLINE') return;
    outbox.nextMs = nowMs + timing.orderResendMs;
    if (outbox.attempts < timing.orderAttempts) {
      outbox.attempts += 1;
      publishOrder(run, session);
    } else if (!outbox.stateRequested) {
      outbox.stateRequested = true;
      instant.request(session, 'stateRequest');
    } else {
      transition(run, session, { to: 'FAILED', code: 'ORDER_NOT_ACKNOWLEDGED' });
    }
  };

  const tickOffline = (run: ActiveRun, session: Session, nowMs: number): void => {
    if (session.liveness.state !== 'OFFLINE') {
      run.offlineSinceMs = undefined;
      return;
    }
    run.offlineSinceMs ??= Math.max(session.liveness.sinceMs ?? 0, Date.parse(run.row.createdAt));
    if (nowMs - run.offlineSinceMs < timing.runOfflineMs) return;
    if (run.row.state === 'WAITING') transition(run, session, { to: 'FAILED', code: 'OFFLINE' });
    else if (!run.row.stale) {
      runRegistry.change(run, { stale: true });
      alarms.raise(session, '80001', run.row.id);
    }
  };

  const tickRun = (run: ActiveRun, session: Session, nowMs: number): void => {
    tickOutbox(run, session, nowMs);
    tickOffline(run, session, nowMs);
    const { row } = run;
    const since = (at: string | null) => (at === null ? 0 : nowMs - Date.parse(at));
    if (row.state === 'PAUSED' && since(row.pausedAt) >= timing.pauseTimeoutMs) {
      void cancelAtRobot(run, session, 'PAUSE_TIMEOUT');
      transition(run, session, { to: 'INTERRUPTED', code: 'PAUSE_TIMEOUT' });
    }
    if (
      row.state === 'COMPLETE' &&
      since(row.endedAt) >= timing.reportTimeoutMs &&
      session.liveness.state === 'ONLINE'
    )
      runRegistry.change(run, { state: 'SUCCESS', reportMissing: true });
  };

  return {
    transition,
    onState,
    cancelAtRobot,
    /** Sends the order of a waiting run and repeats it until the robot's state shows it or it is too old. */
    dispatch(run: ActiveRun, session: Session): void {
      if (!mayOrder(run.row, now().getTime(), timing)) return;
      run.outbox = { attempts: 1, nextMs: now().getTime() + timing.orderResendMs, stateRequested: false };
      publishOrder(run, session);
    },
    /** Records a position of the robot. */
    recordPosition(session: Session, atMs: number): void {
      const run = session.sendsPath ? undefined : recordedRun(session);
      const pose = session.live.position?.value;
      if (run && pose) paths.add(run.row.id, atMs, pose, isCleaning(session, run.row.id));
    },
    /** Records the path since the last telemetry, corners included. */
    recordPath(session: Session, { runId, way }: XTelemetry, atMs: number): void {
      if (!way) return;
      session.sendsPath = true;
      const run = recordedRun(session);
      if (!run || run.row.id !== runId) return;
      for (const [agoMs, x, y, theta, flags] of way)
        paths.add(run.row.id, atMs - agoMs, { x, y, theta }, (flags & 1) === 1);
    },
    trail(session: Session): { runId: string; points: TrailPoint[] } | null {
      const run = runRegistry.of(session.device.deviceId);
      return run ? paths.takeTrail(run.row.id) : null;
    },
    /** The device is online again: the order of a waiting run is resent, an active run is judged by the next state. */
    resume(session: Session): void {
      const run = runRegistry.of(session.device.deviceId);
      if (!run) return;
      run.offlineSinceMs = undefined;
      if (run.row.stale) runRegistry.change(run, { stale: false });
      alarms.clear(session, '80001');
      if (run.row.state === 'WAITING' && !run.outbox && session.live.position) this.dispatch(run, session);
    },
    tick(nowMs: number): void {
      for (const run of runRegistry.all()) {
        const session = deps.sessionOf(run.row.deviceId);
        if (session && isOpenRun(run.row.state)) tickRun(run, session, nowMs);
      }
    },
  };
}
export type RunDriver = ReturnType<typeof createRunDriver>;
