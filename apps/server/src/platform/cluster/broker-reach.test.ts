import { describe, expect, test } from 'vitest';
import { createBrokerReach, neverReached, withinReach } from './broker-reach.ts';

const timing = { brokerGraceMs: 3_000, brokerSettleMs: 4_000 };

/** A server at a time that the test sets. */
function aReach({ isReady = true } = {}) {
  const clock = { ms: 100_000 };
  const reach = createBrokerReach(timing, () => clock.ms);
  if (isReady) reach.begin();
  return {
    ...reach,
    after: (ms: number) => {
      clock.ms += ms;
      return reach.reachMs();
    },
  };
}

describe('the connection of a server with the broker', () => {
  test('is reported as never made before the first one', () => {
    expect(aReach().after(60_000)).toBe(neverReached);
  });

  test('is reported as never made while the server is not ready for robots', () => {
    const { note, after, begin } = aReach({ isReady: false });
    note(true);
    expect(after(60_000)).toBe(neverReached);
    begin();
    expect(after(0)).toBe(60_000);
  });

  test('counts from its first moment', () => {
    const { note, after } = aReach();
    note(true);
    expect([after(0), after(500)]).toEqual([0, 500]);
  });

  test('of months is reported as one of a day', () => {
    const { note, after } = aReach();
    note(true);
    expect(after(90 * 86_400_000)).toBe(86_400_000);
    note(false);
    expect(after(90 * 86_400_000)).toBe(-86_400_000);
  });

  test('counts at once after a short break, and from its beginning', () => {
    const { note, after } = aReach();
    note(true);
    after(60_000);
    note(false);
    expect(after(2_999)).toBe(-2_999);
    note(true);
    expect(after(10)).toBe(10);
  });

  test('counts after a long break only when it has held for a while', () => {
    const { note, after } = aReach();
    note(true);
    after(60_000);
    note(false);
    after(20_000);
    note(true);
    expect([after(3_999), after(1)]).toEqual([-3_000, 4_000]);
  });
});

describe('a server that is cut off', () => {
  const serverOf = (name: string, brokerMs: number) => ({ name, brokerMs });
  const names = (...servers: ReturnType<typeof serverOf>[]) =>
    withinReach(servers, timing).map(({ name }) => name);

  test('is out of reach while another one has reached the broker for long', () => {
    expect(names(serverOf('a', 60_000), serverOf('b', -3_000))).toEqual(['a']);
  });

  test('is within reach for a short grace', () => {
    expect(names(serverOf('a', 60_000), serverOf('b', -2_999))).toEqual(['a', 'b']);
  });

  test('is within reach if no other one reaches the broker', () => {
    expect(names(serverOf('a', -60_000), serverOf('b', -3_000))).toEqual(['a', 'b']);
  });

  test('is within reach when the other one has just returned: the broker was away for both', () => {
    expect(names(serverOf('a', 7_999), serverOf('b', -3_000))).toEqual(['a', 'b']);
  });
});
