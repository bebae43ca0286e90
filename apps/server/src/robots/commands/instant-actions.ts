import { newId } from '../../platform/runtime/ids.ts';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { createPerSessionMap } from '../sessions/per-session-map.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { GatewayTiming } from '../gateway-options.ts';
import { isFinal, type RobotState } from '../protocol/robot-state.ts';
import type { Session } from '../sessions/session.ts';

/** NOTHING: there was no order to cancel. REFUSED: the vehicle does not support this action. */
export type InstantOutcome = 'DONE' | 'FAILED' | 'REFUSED' | 'NOTHING' | 'TIMED_OUT';

interface Pending {
  session: Session;
  actionId: string;
  actionType: string;
  parameters: Record<string, unknown>;
  sentMs: number;
  resends: number;
  /**
   * Whether the state shows the effect of the action; it counts first for a version 2 vehicle
   * (docs/protocol/vda-vehicles.md#what-the-server-sends).
   */
  shown: ((state: RobotState) => boolean) | undefined;
  withinMs: number;
  ended: boolean;
  settle(outcome: InstantOutcome): void;
}

interface ActionOptions {
  /** Whether the state shows the effect of the action. */
  shown?: ((state: RobotState) => boolean) | undefined;
  /** After this time the action counts as unanswered; the default suits short actions. */
  withinMs?: number;
}

const maxTerminal = 10;
const clearEveryMs = 60_000;

/**
 * Whether an action may leave the server now. Actions with a long answer time, as a download, have the same limit. A robot
 * that returns must not execute a request that is minutes old.
 */
export const maySend = (
  { ended, sentMs, withinMs }: Pick<Pending, 'ended' | 'sentMs' | 'withinMs'>,
  nowMs: number,
  { instantTimeoutMs }: Pick<GatewayTiming, 'instantTimeoutMs'>,
): boolean => !ended && nowMs - sentMs < Math.min(withinMs, instantTimeoutMs);

/** The outcome shown by the state; undefined while it shows none. */
export function outcomeOf(
  action: Pick<Pending, 'actionId' | 'actionType' | 'shown'>,
  state: RobotState,
  major: 'v2' | 'v3',
): InstantOutcome | undefined {
  if (major === 'v2' && action.shown?.(state)) return 'DONE';
  const entry = state.instantActions.find((it) => it.actionId === action.actionId);
  if (entry?.status === 'FINISHED') return 'DONE';
  const errors = state.errors.filter(
    (it) =>
      it.references['actionId'] === action.actionId ||
      (action.actionType === 'cancelOrder' && it.type === 'NO_ORDER_TO_CANCEL'),
  );
  if (errors.some((it) => it.type === 'NO_ORDER_TO_CANCEL')) return 'NOTHING';
  // RETRIABLE needs an operator, so it counts as failed; the caller may send the action again.
  if (entry?.status === 'FAILED' || entry?.status === 'RETRIABLE') return 'FAILED';
  return entry === undefined && errors.length > 0 ? 'REFUSED' : undefined;
}

/**
 * VDA instant actions (docs/protocol/orders.md#instant-actions): one per message, resent with the same id until the state
 * contains it.
 */
export function createInstantActions(downlink: Downlink, now: Clock, timing: GatewayTiming) {
  const pending = createPerSessionMap<Pending>();
  const clearedMs = new WeakMap<Session, number>();

  // Checked when the message leaves the queue: an action whose caller has given up must not be executed.
  const publish = (it: Pending) =>
    downlink.send(it.session, 'instantActions', () =>
      maySend(it, now().getTime(), timing)
        ? it.session.codec.instantActions({
            actionId: it.actionId,
            actionType: it.actionType,
            blockingType: 'NONE',
            parameters: it.parameters,
          })
        : undefined,
    );

  const end = (it: Pending, outcome: InstantOutcome) => {
    it.ended = true;
    pending.remove(it);
    it.settle(outcome);
  };

  const begin = (
    session: Session,
    actionType: string,
    parameters: Record<string, unknown>,
    { shown, withinMs = timing.instantTimeoutMs }: ActionOptions = {},
  ) => {
    const actionId = newId();
    const outcome = new Promise<InstantOutcome>((settle) => {
      const sentMs = now().getTime();
      const fields = { session, actionId, actionType, parameters, shown, withinMs, settle };
      const it: Pending = { ...fields, sentMs, resends: 0, ended: false };
      pending.add(it);
      void publish(it);
    });
    return { actionId, outcome };
  };

  const send = (
    session: Session,
    actionType: string,
    parameters: Record<string, unknown> = {},
    shown?: (state: RobotState) => boolean,
  ) => begin(session, actionType, parameters, { shown }).outcome;

  /** The state of a version 3 robot accumulates results until they are cleared. */
  const clearResults = (session: Session, state: RobotState) => {
    if (session.codec.major !== 'v3') return;
    if (state.instantActions.filter((it) => isFinal(it.status)).length < maxTerminal) return;
    if (session.abilities?.actions && !session.abilities.actions.has('clearInstantActions')) return;
    const nowMs = now().getTime();
    if (!isDue(clearedMs.get(session) ?? 0, nowMs, clearEveryMs)) return;
    clearedMs.set(session, nowMs);
    void send(session, 'clearInstantActions');
  };

  return {
    send,
    /** As `send`, with the action id that the state uses and an own timeout. */
    begin,
    /** Sends without waiting for an outcome: the next state is the answer. */
    request(session: Session, actionType: 'stateRequest' | 'factsheetRequest'): void {
      // A stock vehicle reports ONLINE before it subscribes and would miss the message
      // (docs/protocol/connecting.md#order-of-connecting).
      if (session.codec.major === 'v2' && !session.state) return;
      const action = { actionId: newId(), actionType, blockingType: 'NONE', parameters: {} } as const;
      void downlink.send(session, 'instantActions', session.codec.instantActions(action));
    },
    /** Another server owns the device: what waits for it here has no answer. */
    forget(session: Session): void {
      for (const it of pending.of(session)) end(it, 'TIMED_OUT');
    },
    onState(session: Session, state: RobotState): void {
      for (const it of pending.of(session)) {
        const outcome = outcomeOf(it, state, session.codec.major);
        if (outcome) end(it, outcome);
      }
      clearResults(session, state);
    },
    tick(nowMs: number): void {
      for (const it of pending.all()) {
        const ageMs = nowMs - it.sentMs;
        if (ageMs >= it.withinMs) end(it, 'TIMED_OUT');
        else if (ageMs >= (timing.instantResendMs[it.resends] ?? Number.POSITIVE_INFINITY)) {
          it.resends += 1;
          const heardFrom = (it.session.liveness.lastSeenMs ?? 0) > it.sentMs;
          const isListed = it.session.state?.instantActions.some((entry) => entry.actionId === it.actionId);
          // A stock vehicle that receives an action twice overwrites its success with a failure.
          if (it.session.codec.major === 'v2' ? !heardFrom : !isListed) void publish(it);
        }
      }
    },
    /** Waits go on from now: their age is unknown. */
    clockSetBack(nowMs: number): void {
      for (const it of pending.all()) it.sentMs = Math.min(it.sentMs, nowMs);
    },
    stop(): void {
      for (const it of pending.all()) end(it, 'TIMED_OUT');
    },
  };
}
export type InstantActions = ReturnType<typeof createInstantActions>;
