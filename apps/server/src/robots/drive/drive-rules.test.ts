import { driveRules } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  requestLease,
  freeLease,
  isFresh,
  createFrameAges,
  createRoundTrips,
  releaseLease,
  renewLease,
  takeLease,
  type DriveLease,
} from './drive-rules.ts';
import type { Driver } from '../../robots-port/robots.ts';

const people: Driver[] = ['ada', 'ben', 'cho'].map((accountId) => ({
  accountId,
  name: accountId.toUpperCase(),
}));
const person = fc.constantFrom(...people);
const step = fc.oneof(
  fc.record({ do: fc.constant('take' as const), who: person, force: fc.boolean() }),
  fc.record({ do: fc.constant('frame' as const), who: person }),
  fc.record({ do: fc.constant('release' as const), who: person, to: fc.option(person, { nil: undefined }) }),
  fc.record({ do: fc.constant('ask' as const), who: person }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 12_000 }) }),
);

test('no driver loses the lease within ten seconds of a frame, except by force or release, for any sequence of actions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let lease: DriveLease = freeLease;
      let nowMs = 0;
      // The expected driver, computed without the lease.
      let driver: { id: string; frameMs: number } | undefined;
      let reserved: { id: string; untilMs: number } | undefined;
      for (const it of steps) {
        if (it.do === 'wait') nowMs += it.ms;
        if (it.do === 'frame') {
          lease = renewLease(lease, it.who.accountId, nowMs);
          if (driver?.id === it.who.accountId) driver.frameMs = nowMs;
        }
        if (it.do === 'ask') lease = requestLease(lease, it.who);
        if (it.do === 'release') {
          lease = releaseLease(lease, it.who.accountId, nowMs, it.to);
          if (driver?.id === it.who.accountId) {
            driver = undefined;
            reserved = it.to && { id: it.to.accountId, untilMs: nowMs + driveRules.reservedMs };
          }
        }
        if (it.do === 'take') {
          const me = it.who.accountId;
          const leased = driver && driver.id !== me && nowMs - driver.frameMs < driveRules.leaseMs;
          const isReserved = reserved && reserved.id !== me && nowMs < reserved.untilMs;
          const result = takeLease(lease, it.who, nowMs, it.force);
          expect('taken' in result).toBe(!it.force && Boolean(leased || isReserved));
          if ('taken' in result) {
            expect(result.taken.accountId).not.toBe(me);
            continue;
          }
          lease = result;
          driver = { id: me, frameMs: nowMs };
          reserved = undefined;
        }
        expect(lease.holder?.accountId).toBe(driver?.id);
        expect(lease.asking.some(({ accountId }) => accountId === lease.holder?.accountId)).toBe(false);
        expect(new Set(lease.asking.map(({ accountId }) => accountId)).size).toBe(lease.asking.length);
      }
    }),
  );
});

test("frame ages do not depend on the page's clock: the quickest frame has age 0, the others their additional delay", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 50 }),
      (offset, delays) => {
        const ageOf = createFrameAges();
        const ages = delays.map((delay, n) => ageOf(offset + n * 100, n * 100 + delay));
        let quickest = Infinity;
        delays.forEach((delay, n) => {
          quickest = Math.min(quickest, delay);
          expect(ages[n]).toBe(delay - quickest);
        });
      },
    ),
  );
});

test('a frame counts once, in order, while it is fresh; a released dead-man switch counts at any age', () => {
  const frame = { session: '', seq: 5, at: 0, deadman: true, v: 0, w: 0 };
  expect(isFresh(4, frame, 200)).toBe(true);
  expect(isFresh(4, frame, 201)).toBe(false);
  expect(isFresh(5, frame, 0)).toBe(false);
  expect(isFresh(6, frame, 0)).toBe(false);
  expect(isFresh(4, { ...frame, deadman: false }, 60_000)).toBe(true);
});

test("the round trip is the median of three seconds, without the robot's own delay", () => {
  const trips = createRoundTrips();
  expect(trips.median(0)).toBeNull();
  [80, 600, 90, 100, 95].forEach((ms, n) => {
    trips.sent(n, n * 200);
    trips.acknowledged(n, 50, n * 200 + ms + 50);
  });
  expect(trips.median(1_000)).toBe(95);
  expect(trips.median(9_000)).toBeNull();
});

test('a robot that does not answer counts as slow, though no round trip is measured', () => {
  const trips = createRoundTrips();
  for (let n = 0; n < 30; n++) trips.sent(n, n * 100);
  expect(trips.median(3_000)).toBeGreaterThan(1_000);
});
