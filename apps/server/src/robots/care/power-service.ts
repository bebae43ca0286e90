import { can } from '@sweepline/contract/robot';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { ActionLedger } from '../commands/action-ledger.ts';
import type { CommandRow } from '../commands/command-rules.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { InstantActions, InstantOutcome } from '../commands/instant-actions.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import type { SimOperator } from '../../features/stock/network-cards/sim-operator-service.ts';
import type { ActionInput } from '../../robots-port/robots.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';

interface PowerDeps {
  now: Clock;
  log: Log;
  timing: GatewayTiming;
  instant: InstantActions;
  ledger: ActionLedger;
  runRegistry: RunRegistry;
  simOperator: Pick<SimOperator, 'wake'> | undefined;
  sessionOf(deviceId: string): Session | undefined;
}

/** This text is fixed by the specification of the product and must not change. */
const wakeFailed = 'remote wake-up failed (check network and device state and retry)';
/** The first and two repetitions. */
const wakeSendings = 3;
const idleModes = new Set(['STANDBY', 'CHARGING']);

/** A robot that is being woken or put to sleep. */
interface Waiting {
  session: Session;
  row: CommandRow;
  startedMs: number;
  sentMs: number;
  /** Whether the robot has reached the requested state. */
  reached(): boolean;
  send(row: CommandRow): void;
  sendings: number;
  retryMs: number;
  timeoutMs: number;
  failure: Pick<CommandRow, 'code'> & Partial<CommandRow>;
}

/**
 * Remote wake-up and sleep (docs/protocol/connecting.md#sleep-and-wake-up). Success is the state of the robot, not the
 * sending of a message.
 */
export function createPowerService(deps: PowerDeps) {
  const { now, log, timing, instant, ledger, runRegistry, simOperator } = deps;
  const waiting = new Map<string, Waiting>();
  /** Devices between the check and the stored row. */
  const starting = new Set<string>();

  /** One operation at a time for each robot. */
  const exclusively = async (deviceId: string, work: () => Promise<CommandRow>): Promise<CommandRow> => {
    if (waiting.has(deviceId) || starting.has(deviceId)) refuse('WRONG_STATE');
    starting.add(deviceId);
    try {
      return await work();
    } finally {
      starting.delete(deviceId);
    }
  };

  const fail = (pending: Waiting, failure: Waiting['failure']) => {
    waiting.delete(pending.session.device.deviceId);
    ledger.failed(pending.row, failure);
  };

  /** A refusal or failure reported by the robot ends the wait. */
  const onOutcome = (deviceId: string, row: CommandRow, outcome: InstantOutcome) => {
    const pending = waiting.get(deviceId);
    if (pending?.row.id !== row.id) return;
    if (outcome === 'REFUSED') fail(pending, { code: 'UNSUPPORTED' });
    if (outcome === 'FAILED') fail(pending, { code: 'MODE_FORBIDS' });
  };

  const begin = (it: Omit<Waiting, 'startedMs' | 'sentMs'>): CommandRow => {
    const nowMs = now().getTime();
    waiting.set(it.session.device.deviceId, { ...it, startedMs: nowMs, sentMs: nowMs });
    it.send(it.row);
    return it.row;
  };

  const viaHibernation = async (session: Session, input: ActionInput) => {
    const row = await ledger.begin(session, input, 'device.wake', { over: 'MQTT' }, timing.wakeMs);
    const startedMs = now().getTime();
    return begin({
      session,
      row,
      sendings: wakeSendings,
      reached: () => session.liveness.state === 'ONLINE' && session.stateAtMs >= startedMs,
      send: (it) =>
        void instant
          .send(session, 'stopHibernation')
          .then((outcome) => onOutcome(session.device.deviceId, it, outcome)),
      retryMs: timing.wakeRetryMs,
      timeoutMs: timing.wakeMs,
      failure: { code: 'WAKE_FAILED', message: wakeFailed },
    });
  };

  const viaSimCard = async (session: Session, input: ActionInput) => {
    const operator = simOperator ?? refuse('NO_WAKE_LINE');
    const iccid = session.iccid || refuse('NO_SIM_CARD');
    const row = await ledger.begin(session, input, 'device.wake', { over: 'SIM', iccid }, timing.simWakeMs);
    const lastSeenMs = session.liveness.lastSeenMs;
    return begin({
      session,
      row,
      sendings: wakeSendings,
      reached: () => session.liveness.lastSeenMs !== lastSeenMs,
      send: () =>
        void operator.wake(iccid).catch((error: unknown) => {
          // Retried like a lost request: the operator may be reachable again by then.
          log.warn({ error, deviceId: input.deviceId }, 'the network operator did not take a wake-up');
        }),
      retryMs: timing.simWakeRetryMs,
      timeoutMs: timing.simWakeMs,
      failure: { code: 'WAKE_FAILED', message: wakeFailed },
    });
  };

  const refuseSleep = (session: Session, minSoc: number) => {
    const { live, state } = session;
    if (!can(vehicleOf(session), 'sleep')) refuse('UNSUPPORTED');
    // Hibernation clears the order.
    if (runRegistry.of(session.device.deviceId) || (state?.nodesLeft ?? 0) > 0) refuse('RUN_ACTIVE');
    if (live.mode?.value.relocating) refuse('RELOCATING');
    if (!idleModes.has(live.mode?.value.mode ?? '')) refuse('MODE_FORBIDS');
    const battery = live.battery?.value;
    if (battery?.charging && battery.soc < minSoc) refuse('BATTERY_LOW');
  };

  const step = (pending: Waiting, nowMs: number): void => {
    const { deviceId } = pending.session.device;
    if (pending.reached()) {
      waiting.delete(deviceId);
      ledger.succeeded(pending.row);
    } else if (nowMs - pending.startedMs >= pending.timeoutMs) fail(pending, pending.failure);
    else if (nowMs - pending.sentMs >= pending.retryMs && pending.row.attempts < pending.sendings) {
      pending.sentMs = nowMs;
      pending.row = ledger.again(pending.row);
      pending.send(pending.row);
    }
  };

  return {
    /** Wakes a hibernating robot over MQTT, or one that shut down in an orderly way over its SIM card. */
    wake: (input: ActionInput): Promise<CommandRow> =>
      exclusively(input.deviceId, async () => {
        const session = deps.sessionOf(input.deviceId) ?? refuse('OFFLINE');
        const { state, reason } = session.liveness;
        if (state === 'ONLINE') refuse('WRONG_STATE');
        if (state === 'SLEEP') return await viaHibernation(session, input);
        return reason === 'GRACEFUL' ? await viaSimCard(session, input) : refuse('OFFLINE');
      }),

    /** `minSoc`: a charging robot below it is not put to sleep. */
    sleep: (input: ActionInput & { wakeAt?: string | undefined; minSoc: number }): Promise<CommandRow> =>
      exclusively(input.deviceId, async () => {
        const session = reachable(deps.sessionOf(input.deviceId));
        refuseSleep(session, input.minSoc);
        const params = input.wakeAt === undefined ? {} : { wakeUpTime: input.wakeAt };
        const row = await ledger.begin(session, input, 'device.sleep', params, timing.sleepMs);
        return begin({
          session,
          row,
          sendings: 1,
          reached: () => session.liveness.state === 'SLEEP',
          send: (it) =>
            void instant
              .send(session, 'startHibernation', params)
              .then((outcome) => onOutcome(input.deviceId, it, outcome)),
          retryMs: timing.sleepMs,
          timeoutMs: timing.sleepMs,
          failure: { status: 'TIMED_OUT', code: 'TIMED_OUT' },
        });
      }),

    /** Another server owns the device and ends its action. */
    forget: (deviceId: string): void => void waiting.delete(deviceId),
    tick: (nowMs: number): void => waiting.forEach((it) => step(it, nowMs)),
  };
}
