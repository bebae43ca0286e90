/**
 * Whether a device is online (docs/protocol/connecting.md#online-and-offline). Derived from traffic, because a vehicle may
 * return without a message about it.
 */
export interface Liveness {
  state: 'ONLINE' | 'SLEEP' | 'OFFLINE';
  /** GRACEFUL, BROKEN, REVOKED; empty while online. */
  reason: string;
  sinceMs: number | null;
  lastSeenMs: number | null;
  /**
   * While online: the deadline for an answer to the `stateRequest`; after it the device counts as offline. While offline: the deadline
   * of a device that was online when its server ended; after it the outage is stored.
   */
  probingUntilMs: number | null;
}

export type LivenessEvent =
  /** `replayed`: the broker repeated a retained message, which does not prove the present state. */
  | { kind: 'connection'; value: string; replayed: boolean }
  | { kind: 'message'; isState: boolean }
  | { kind: 'tick' }
  | { kind: 'revoked' };

export type LivenessEffect = 'PROBE' | 'WENT_ONLINE' | 'WENT_OFFLINE' | 'WENT_TO_SLEEP';

export interface LivenessTiming {
  /** After a last will: the time to prove that only an old connection ended. */
  probeMs: number;
  silenceMs: number;
  silenceProbeMs: number;
}
export const livenessTiming: LivenessTiming = { probeMs: 5_000, silenceMs: 90_000, silenceProbeMs: 10_000 };

export const initialLiveness: Liveness = {
  state: 'OFFLINE',
  reason: '',
  sinceMs: null,
  lastSeenMs: null,
  probingUntilMs: null,
};

/** A device that was online when its server ended. It counts as offline until its first message, and may return without an outage. */
export const restoredOnline = (
  lastSeenMs: number | null,
  nowMs: number,
  { silenceMs }: Pick<LivenessTiming, 'silenceMs'>,
): Liveness => ({
  state: 'OFFLINE',
  reason: '',
  sinceMs: lastSeenMs,
  lastSeenMs,
  probingUntilMs: nowMs + silenceMs,
});

/** Whether the stored history of this device still says that it is online. */
export const isStoredOnline = ({ state, probingUntilMs }: Liveness): boolean =>
  state === 'ONLINE' || (state === 'OFFLINE' && probingUntilMs !== null);

interface Step {
  next: Liveness;
  effects: LivenessEffect[];
}
const result = (next: Liveness, effects: LivenessEffect[] = []): Step => ({ next, effects });

function changeState(from: Liveness, state: Liveness['state'], reason: string, nowMs: number): Step {
  const next = { ...from, state, reason, probingUntilMs: null };
  if (from.state === state && (state !== 'OFFLINE' || !isStoredOnline(from))) return result(next);
  const effects = {
    ONLINE: ['WENT_ONLINE'],
    SLEEP: ['WENT_TO_SLEEP'],
    OFFLINE: ['WENT_OFFLINE'],
  } as const;
  return result({ ...next, sinceMs: nowMs }, [...effects[state]]);
}

/** The transitions of docs/protocol/connecting.md#online-and-offline. `nowMs` is the server's clock. */
export function stepLiveness(
  from: Liveness,
  event: LivenessEvent,
  nowMs: number,
  timing: LivenessTiming = livenessTiming,
): Step {
  switch (event.kind) {
    case 'revoked':
      return changeState(from, 'OFFLINE', 'REVOKED', nowMs);
    case 'message': {
      const heardFrom = { ...from, lastSeenMs: nowMs };
      // During hibernation only a state proves that the robot is awake; delayed reports may still arrive.
      if (from.state === 'SLEEP' && !event.isState) return result(heardFrom);
      return changeState(heardFrom, 'ONLINE', '', nowMs);
    }
    case 'connection':
      return event.replayed ? result(from) : onConnectionMessage(from, event.value, nowMs, timing);
    case 'tick':
      return onTick(from, nowMs, timing);
  }
}

function onConnectionMessage(from: Liveness, value: string, nowMs: number, timing: LivenessTiming): Step {
  switch (value) {
    case 'ONLINE':
      return changeState({ ...from, lastSeenMs: nowMs }, 'ONLINE', '', nowMs);
    case 'OFFLINE':
      return changeState(from, 'OFFLINE', 'GRACEFUL', nowMs);
    case 'HIBERNATING':
      return changeState({ ...from, lastSeenMs: nowMs }, 'SLEEP', '', nowMs);
    default:
      // The last will of an old connection may arrive after a fast reconnect, so the device stays online during the probe.
      if (from.state === 'ONLINE')
        return result({ ...from, probingUntilMs: nowMs + timing.probeMs }, ['PROBE']);
      return changeState(from, 'OFFLINE', 'BROKEN', nowMs);
  }
}

function onTick(from: Liveness, nowMs: number, timing: LivenessTiming): Step {
  if (!isStoredOnline(from)) return result(from);
  if (from.probingUntilMs !== null) {
    if (nowMs < from.probingUntilMs) return result(from);
    return changeState(from, 'OFFLINE', 'BROKEN', from.state === 'ONLINE' ? nowMs : (from.sinceMs ?? nowMs));
  }
  if (nowMs - (from.lastSeenMs ?? 0) < timing.silenceMs) return result(from);
  return result({ ...from, probingUntilMs: nowMs + timing.silenceProbeMs }, ['PROBE']);
}
