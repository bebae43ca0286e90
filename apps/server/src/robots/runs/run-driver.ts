import { isOpenRun } from '@sweepline/contract/robot';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import { isoOf } from '../protocol/iso.ts';
import { planOrder } from '../protocol/order-plan.ts';
import type { RobotState } from '../protocol/robot-state.ts';
import { isOwn, type ActiveRun, type RunRegistry } from './run-registry.ts';
import { createPathRecorder } from './path-recorder.ts';
import type { Paths } from './run-path.ts';
import { judgeState, mayOrder, move, needsReport, type Verdict } from './run-rules.ts';
import { createBoundedAges } from './bounded-age.ts';
import { createRunTimeouts } from './run-timeouts.ts';
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
    const patch = move(row, verdict, isoOf(at.getTime()), needsReport(row, vehicleOf(session)));
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
    if (run.row.startedAt === null && !isOpenRun(run.row.state)) alarms.orderEnded(session, run.row.id);
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

  const ages = createBoundedAges(now().getTime());
  const tickRun = createRunTimeouts({ ...deps, ages, transition, publishOrder, cancelAtRobot });

  return {
    ...createPathRecorder(deps),
    transition,
    onState,
    cancelAtRobot,
    /** Sends the order of a waiting run and repeats it until the robot's state shows it or it is too old. */
    dispatch(run: ActiveRun, session: Session): void {
      if (!mayOrder(run.row, now().getTime(), timing)) return;
      run.outbox = { attempts: 1, nextMs: now().getTime() + timing.orderResendMs, stateRequested: false };
      publishOrder(run, session);
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
    /** The server's clock was set back: the age of an order that waits is unknown, so its run fails. */
    clockSetBack(): void {
      for (const run of runRegistry.all()) {
        const session = deps.sessionOf(run.row.deviceId);
        if (session && run.row.state === 'WAITING')
          transition(run, session, { to: 'FAILED', code: 'ORDER_NOT_ACKNOWLEDGED' });
      }
    },
    tick(nowMs: number): void {
      ages.tick(nowMs);
      for (const run of runRegistry.all()) {
        const session = deps.sessionOf(run.row.deviceId);
        if (session && isOpenRun(run.row.state)) tickRun(run, session, nowMs);
      }
    },
  };
}
export type RunDriver = ReturnType<typeof createRunDriver>;
