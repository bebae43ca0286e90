import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settableClock } from '../../runtime/clock.ts';
import { createBus, type BusMessage, type RemoteBus } from '../../socket/bus.ts';
import { fixedWindow } from './fixed-window.ts';
import { createSharedLimits } from './shared-limits.ts';
import { slidingWindow } from './sliding-window.ts';
import { growingPause } from './throttle.ts';
import { tokenBucket } from './token-bucket.ts';

const start = '2030-01-01T00:00:00Z';
const faults: unknown[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  expect(faults.splice(0)).toEqual([]);
});

/** Servers whose messages reach each other as JSON, as over the broker. */
function servers(count: number, clock = settableClock(start)) {
  const deliveries: ((message: BusMessage) => void)[] = [];
  const sent: BusMessage[] = [];
  return {
    clock,
    sent,
    limits: Array.from({ length: count }, (_, own) => {
      const remote: RemoteBus = {
        send: (message) => {
          sent.push(message);
          const copy = JSON.parse(JSON.stringify(message)) as BusMessage;
          deliveries.forEach((deliver, n) => n !== own && deliver(copy));
        },
        hear: () => () => {},
        onGap: () => {},
        onMessage: (listener) => void (deliveries[own] = listener),
      };
      return createSharedLimits(
        clock,
        createBus((error) => faults.push(error), remote),
      );
    }),
  };
}
const reportMs = 200;
const taken = (limit: { take(key: string): boolean }, count: number, key = 'a') =>
  Array.from({ length: count }, () => limit.take(key)).filter(Boolean).length;

test('what one server allowed is counted by the others within the interval, whatever the policy', () => {
  const { limits } = servers(3);
  const spanMs = 60_000;
  const policies = {
    window: fixedWindow({ max: 10, spanMs }),
    sliding: slidingWindow({ max: 10, spanMs }),
    bucket: tokenBucket({ burst: 10, perSecond: 0.001 }),
  };
  for (const [name, policy] of Object.entries(policies)) {
    const [first, second, third] = limits.map(({ createLimit }) => createLimit<never>(name, policy as never));
    expect([taken(first!, 4), taken(second!, 5)]).toEqual([4, 5]);
    vi.advanceTimersByTime(reportMs);
    expect([taken(third!, 5), taken(first!, 5)]).toEqual([1, 1]);
    vi.advanceTimersByTime(reportMs);
    expect(limits.map((_, n) => taken([first!, second!, third!][n]!, 1))).toEqual([0, 0, 0]);
    expect(first!.take('b')).toBe(true);
  }
});

test('a burst at all servers in one interval gets at most the limit at each of them', () => {
  const { limits } = servers(3);
  const each = limits.map(({ createLimit }) =>
    createLimit('burst', fixedWindow({ max: 10, spanMs: 60_000 })),
  );
  expect(each.map((limit) => taken(limit, 50))).toEqual([10, 10, 10]);
  vi.advanceTimersByTime(reportMs);
  expect(each.map((limit) => taken(limit, 50))).toEqual([0, 0, 0]);
});

test('failures at one server cause the pause at the other', () => {
  const { limits } = servers(2);
  const [first, second] = limits.map(({ createLimit }) =>
    createLimit('failures', growingPause({ free: 3, firstMs: 2_000, maxMs: 60_000 })),
  );
  for (let n = 0; n < 4; n += 1) first!.use('a');
  expect(second!.waitMs('a')).toBe(0);
  vi.advanceTimersByTime(reportMs);
  expect(second!.waitMs('a')).toBe(2_000);
});

test('the uses of an interval are one message, a flood of keys is cut, and nothing is sent without a use', () => {
  const { limits, sent } = servers(2);
  const limit = limits[0]!.createLimit('flood', fixedWindow({ max: 1e6, spanMs: 60_000 }));
  taken(limit, 1_000);
  vi.advanceTimersByTime(10 * reportMs);
  expect(sent.map(({ content }) => content)).toEqual([{ uses: [['flood', 'a', 1_000]] }]);
  for (let n = 0; n < 20_000; n += 1) limit.use(`address ${n}`);
  vi.advanceTimersByTime(10 * reportMs);
  expect(sent).toHaveLength(1 + 10);
});

test('a malformed report, and one about a limit that this server does not have, change nothing', () => {
  const { limits } = servers(2);
  const [first, second] = limits.map(({ createLimit }, n) =>
    createLimit(`only of server ${n}`, fixedWindow({ max: 1, spanMs: 60_000 })),
  );
  first!.use('a');
  vi.advanceTimersByTime(reportMs);
  expect(second!.allows('a')).toBe(true);
  first!.use('a', -1);
  vi.advanceTimersByTime(reportMs);
  expect(second!.allows('a')).toBe(true);
  expect(faults.splice(0)).toHaveLength(1);
});

test('two limits of one name are a mistake of the program', () => {
  const [server] = servers(1).limits;
  const policy = fixedWindow({ max: 1, spanMs: 1_000 });
  server!.createLimit('twice', policy);
  expect(() => server!.createLimit('twice', policy)).toThrow('two limits are named twice');
});
