import { driveRules } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ask,
  freeWheel,
  isFresh,
  createFrameAges,
  createRoundTrips,
  release,
  renew,
  take,
  type Person,
  type Wheel,
} from './drive-rules.ts';

const people: Person[] = ['ada', 'ben', 'cho'].map((accountId) => ({
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

test('whatever people do, nobody loses the wheel within ten seconds of a word, except to force or by letting go', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let wheel: Wheel = freeWheel;
      let nowMs = 0;
      // What a witness knows, without looking at the wheel.
      let driver: { id: string; wordMs: number } | undefined;
      let kept: { id: string; untilMs: number } | undefined;
      for (const it of steps) {
        if (it.do === 'wait') nowMs += it.ms;
        if (it.do === 'frame') {
          wheel = renew(wheel, it.who.accountId, nowMs);
          if (driver?.id === it.who.accountId) driver.wordMs = nowMs;
        }
        if (it.do === 'ask') wheel = ask(wheel, it.who);
        if (it.do === 'release') {
          wheel = release(wheel, it.who.accountId, nowMs, it.to);
          if (driver?.id === it.who.accountId) {
            driver = undefined;
            kept = it.to && { id: it.to.accountId, untilMs: nowMs + driveRules.reservedMs };
          }
        }
        if (it.do === 'take') {
          const me = it.who.accountId;
          const held = driver && driver.id !== me && nowMs - driver.wordMs < driveRules.leaseMs;
          const reserved = kept && kept.id !== me && nowMs < kept.untilMs;
          const result = take(wheel, it.who, nowMs, it.force);
          expect('taken' in result).toBe(!it.force && Boolean(held || reserved));
          if ('taken' in result) {
            expect(result.taken.accountId).not.toBe(me);
            continue;
          }
          wheel = result;
          driver = { id: me, wordMs: nowMs };
          kept = undefined;
        }
        expect(wheel.holder?.accountId).toBe(driver?.id);
        expect(wheel.asking.some(({ accountId }) => accountId === wheel.holder?.accountId)).toBe(false);
        expect(new Set(wheel.asking.map(({ accountId }) => accountId)).size).toBe(wheel.asking.length);
      }
    }),
  );
});

test('a page’s clock may be anything: the quickest frame lost no time, the others as much as they are later', () => {
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

test('a frame counts once, in its order, while it is fresh; letting go counts at any age', () => {
  const frame = { session: '', seq: 5, at: 0, deadman: true, v: 0, w: 0 };
  expect(isFresh(4, frame, 200)).toBe(true);
  expect(isFresh(4, frame, 201)).toBe(false);
  expect(isFresh(5, frame, 0)).toBe(false);
  expect(isFresh(6, frame, 0)).toBe(false);
  expect(isFresh(4, { ...frame, deadman: false }, 60_000)).toBe(true);
});

test('the round trip is the median of three seconds, without what the robot took its time for', () => {
  const trips = createRoundTrips();
  expect(trips.median(0)).toBeNull();
  [80, 600, 90, 100, 95].forEach((ms, n) => {
    trips.sent(n, n * 200);
    trips.heard(n, 50, n * 200 + ms + 50);
  });
  expect(trips.median(1_000)).toBe(95);
  expect(trips.median(9_000)).toBeNull();
});

test('a robot that answers nothing is slow, though nothing is measured', () => {
  const trips = createRoundTrips();
  for (let n = 0; n < 30; n++) trips.sent(n, n * 100);
  expect(trips.median(3_000)).toBeGreaterThan(1_000);
});
