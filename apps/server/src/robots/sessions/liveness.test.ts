import { describe, expect, it } from 'vitest';
import { livenessTiming, stepLiveness, unseen, type Liveness, type LivenessEvent } from './liveness.ts';

const said = (value: string, replayed = false): LivenessEvent => ({ kind: 'connection', value, replayed });
const state: LivenessEvent = { kind: 'message', isState: true };
const report: LivenessEvent = { kind: 'message', isState: false };
const tick: LivenessEvent = { kind: 'tick' };

/** Events with the second each comes at. */
function live(...events: [number, LivenessEvent][]) {
  let liveness: Liveness = unseen;
  const effects: string[] = [];
  for (const [second, event] of events) {
    const step = stepLiveness(liveness, event, second * 1000);
    liveness = step.next;
    effects.push(...step.effects);
  }
  return { ...liveness, effects };
}

describe('liveness', () => {
  it('is shown by any live message, and by no retained one', () => {
    expect(live([0, said('ONLINE', true)])).toMatchObject({ state: 'OFFLINE', effects: [] });
    expect(live([0, report])).toMatchObject({ state: 'ONLINE', effects: ['WENT_ONLINE'] });
  });

  it('ends at once when the device says so', () => {
    expect(live([0, state], [9, said('OFFLINE')])).toMatchObject({
      state: 'OFFLINE',
      reason: 'GRACEFUL',
      sinceMs: 9000,
    });
  });

  it.each(['CONNECTION_BROKEN', 'CONNECTIONBROKEN'])('is probed for five seconds after %s', (will) => {
    expect(live([0, state], [10, said(will)], [14, tick])).toMatchObject({ state: 'ONLINE' });
    expect(live([0, state], [10, said(will)], [15, tick])).toMatchObject({
      state: 'OFFLINE',
      reason: 'BROKEN',
      effects: ['WENT_ONLINE', 'PROBE', 'WENT_OFFLINE'],
    });
  });

  it('survives the late will of an old connection', () => {
    expect(live([0, state], [10, said('CONNECTIONBROKEN')], [12, state], [60, tick])).toMatchObject({
      state: 'ONLINE',
      effects: ['WENT_ONLINE', 'PROBE'],
    });
  });

  it('is probed after ninety seconds of silence', () => {
    expect(live([0, state], [89, tick])).toMatchObject({ probingUntilMs: null });
    expect(live([0, state], [90, tick], [99, tick])).toMatchObject({ state: 'ONLINE' });
    expect(live([0, state], [90, tick], [100, tick])).toMatchObject({ state: 'OFFLINE', reason: 'BROKEN' });
  });

  it('sleeps until it says ONLINE or sends a state', () => {
    const asleep: [number, LivenessEvent][] = [
      [0, state],
      [5, said('HIBERNATING')],
    ];
    expect(live(...asleep, [900, tick])).toMatchObject({ state: 'SLEEP' });
    expect(live(...asleep, [6, report])).toMatchObject({ state: 'SLEEP' });
    expect(live(...asleep, [900, state])).toMatchObject({ state: 'ONLINE' });
    expect(live(...asleep, [900, said('CONNECTION_BROKEN')])).toMatchObject({ state: 'OFFLINE' });
  });

  it('holds its rules whatever comes in whatever order', () => {
    const events = [
      state,
      report,
      tick,
      ...['ONLINE', 'OFFLINE', 'HIBERNATING', 'CONNECTION_BROKEN'].map((it) => said(it)),
      said('ONLINE', true),
      { kind: 'revoked' } as const,
    ];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let liveness: Liveness = unseen;
    let nowMs = 0;
    for (let i = 0; i < 20_000; i++) {
      const event = events[random(events.length)] ?? tick;
      nowMs += random(40_000);
      const { next, effects } = stepLiveness(liveness, event, nowMs);
      const turned = effects.some((it) => it !== 'PROBE');
      // Whoever turned says since when, and only a turn moves that moment.
      expect(next.state !== liveness.state).toBe(turned);
      expect(next.sinceMs).toBe(turned ? nowMs : liveness.sinceMs);
      if (next.probingUntilMs !== null) {
        expect(next.state).toBe('ONLINE');
        expect(next.probingUntilMs - nowMs).toBeLessThanOrEqual(livenessTiming.silenceProbeMs);
      }
      if (event.kind === 'message' && event.isState) expect(next.state).toBe('ONLINE');
      liveness = next;
    }
  });
});
