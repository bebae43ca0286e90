import { describe, expect, it } from 'vitest';
import {
  livenessTiming,
  restoredOnline,
  stepLiveness,
  initialLiveness,
  type Liveness,
  type LivenessEvent,
} from './liveness.ts';

const connectionEvent = (value: string, replayed = false): LivenessEvent => ({
  kind: 'connection',
  value,
  replayed,
});
const state: LivenessEvent = { kind: 'message', isState: true };
const report: LivenessEvent = { kind: 'message', isState: false };
const tick: LivenessEvent = { kind: 'tick' };

/** Applies events, each with its second. */
function apply(...events: [number, LivenessEvent][]) {
  let liveness: Liveness = initialLiveness;
  const effects: string[] = [];
  for (const [second, event] of events) {
    const step = stepLiveness(liveness, event, second * 1000);
    liveness = step.next;
    effects.push(...step.effects);
  }
  return { ...liveness, effects };
}

describe('liveness', () => {
  it('a device is online after any live message, but not after a retained one', () => {
    expect(apply([0, connectionEvent('ONLINE', true)])).toMatchObject({ state: 'OFFLINE', effects: [] });
    expect(apply([0, report])).toMatchObject({ state: 'ONLINE', effects: ['WENT_ONLINE'] });
  });

  it('a device is offline at once after its OFFLINE message', () => {
    expect(apply([0, state], [9, connectionEvent('OFFLINE')])).toMatchObject({
      state: 'OFFLINE',
      reason: 'GRACEFUL',
      sinceMs: 9000,
    });
  });

  it.each(['CONNECTION_BROKEN', 'CONNECTIONBROKEN'])(
    'a device is probed for five seconds after %s',
    (will) => {
      expect(apply([0, state], [10, connectionEvent(will)], [14, tick])).toMatchObject({ state: 'ONLINE' });
      expect(apply([0, state], [10, connectionEvent(will)], [15, tick])).toMatchObject({
        state: 'OFFLINE',
        reason: 'BROKEN',
        effects: ['WENT_ONLINE', 'PROBE', 'WENT_OFFLINE'],
      });
    },
  );

  it('a device stays online after the late will of an old connection', () => {
    expect(
      apply([0, state], [10, connectionEvent('CONNECTIONBROKEN')], [12, state], [60, tick]),
    ).toMatchObject({
      state: 'ONLINE',
      effects: ['WENT_ONLINE', 'PROBE'],
    });
  });

  it('a device is probed after ninety seconds of silence', () => {
    expect(apply([0, state], [89, tick])).toMatchObject({ probingUntilMs: null });
    expect(apply([0, state], [90, tick], [99, tick])).toMatchObject({ state: 'ONLINE' });
    expect(apply([0, state], [90, tick], [100, tick])).toMatchObject({ state: 'OFFLINE', reason: 'BROKEN' });
  });

  it('a device sleeps until it reports ONLINE or sends a state', () => {
    const sleeping: [number, LivenessEvent][] = [
      [0, state],
      [5, connectionEvent('HIBERNATING')],
    ];
    expect(apply(...sleeping, [900, tick])).toMatchObject({ state: 'SLEEP' });
    expect(apply(...sleeping, [6, report])).toMatchObject({ state: 'SLEEP' });
    expect(apply(...sleeping, [900, state])).toMatchObject({ state: 'ONLINE' });
    expect(apply(...sleeping, [900, connectionEvent('CONNECTION_BROKEN')])).toMatchObject({
      state: 'OFFLINE',
    });
  });

  describe('a device that was online when its server ended', () => {
    const restored = restoredOnline(20_000, 60_000, livenessTiming);

    it('counts as offline until its first message, and has no outage if that comes in time', () => {
      const quiet = stepLiveness(restored, tick, 149_000);
      expect(quiet).toEqual({ next: restored, effects: [] });
      const { next, effects } = stepLiveness(restored, state, 149_000);
      expect(next).toMatchObject({ state: 'ONLINE', probingUntilMs: null });
      expect(effects).toEqual(['WENT_ONLINE']);
    });

    it('has an outage since it was last heard if it stays silent or says that it goes', () => {
      const silent = stepLiveness(restored, tick, 150_000);
      expect(silent.effects).toEqual(['WENT_OFFLINE']);
      expect(silent.next).toMatchObject({ state: 'OFFLINE', reason: 'BROKEN', sinceMs: 20_000 });
      expect(stepLiveness(silent.next, tick, 900_000).effects).toEqual([]);
      const left = stepLiveness(restored, connectionEvent('OFFLINE'), 70_000);
      expect(left.effects).toEqual(['WENT_OFFLINE']);
      expect(left.next).toMatchObject({ reason: 'GRACEFUL', sinceMs: 70_000, probingUntilMs: null });
    });
  });

  it('state, time and probe stay consistent for any sequence of events', () => {
    const events = [
      state,
      report,
      tick,
      ...['ONLINE', 'OFFLINE', 'HIBERNATING', 'CONNECTION_BROKEN'].map((it) => connectionEvent(it)),
      connectionEvent('ONLINE', true),
      { kind: 'revoked' } as const,
    ];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let liveness: Liveness = initialLiveness;
    let nowMs = 0;
    for (let i = 0; i < 20_000; i++) {
      const event = events[random(events.length)] ?? tick;
      nowMs += random(40_000);
      const { next, effects } = stepLiveness(liveness, event, nowMs);
      const changed = effects.some((it) => it !== 'PROBE');
      // `sinceMs` changes exactly when the state changes.
      expect(next.state !== liveness.state).toBe(changed);
      expect(next.sinceMs).toBe(changed ? nowMs : liveness.sinceMs);
      if (next.probingUntilMs !== null) {
        expect(next.state).toBe('ONLINE');
        expect(next.probingUntilMs - nowMs).toBeLessThanOrEqual(livenessTiming.silenceProbeMs);
      }
      if (event.kind === 'message' && event.isState) expect(next.state).toBe('ONLINE');
      liveness = next;
    }
  });
});
