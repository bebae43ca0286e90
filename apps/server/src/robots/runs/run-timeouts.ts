import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import type { GatewayTiming } from '../gateway-options.ts';
import type { Session } from '../sessions/session.ts';
import type { BoundedAges } from './bounded-age.ts';
import type { ActiveRun, RunRegistry } from './run-registry.ts';
import { mayOrder, type Verdict } from './run-rules.ts';

interface RunTimeoutDeps {
  runRegistry: RunRegistry;
  alarms: AlarmRegistry;
  instant: InstantActions;
  timing: GatewayTiming;
  ages: BoundedAges;
  transition(run: ActiveRun, session: Session, verdict: Verdict): void;
  publishOrder(run: ActiveRun, session: Session): void;
  cancelAtRobot(run: ActiveRun, session: Session, code: string): Promise<void>;
}

/** What time does to a run: its order is repeated or expires, its robot is offline, its pause or its report takes too long. */
export function createRunTimeouts(deps: RunTimeoutDeps) {
  const { runRegistry, alarms, instant, timing, ages, transition, publishOrder, cancelAtRobot } = deps;

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

  return (run: ActiveRun, session: Session, nowMs: number): void => {
    tickOutbox(run, session, nowMs);
    tickOffline(run, session, nowMs);
    const { row } = run;
    const since = (at: string | null) => (at === null ? 0 : ages.of(run, Date.parse(at)));
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
}
