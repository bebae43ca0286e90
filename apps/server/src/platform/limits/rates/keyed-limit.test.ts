import { expect, test } from 'vitest';
import { settableClock } from '../../runtime/clock.ts';
import { fixedWindow } from './fixed-window.ts';
import { createKeyedLimit } from './keyed-limit.ts';
import { createRecentMap } from './recent-map.ts';
import { slidingWindow } from './sliding-window.ts';
import { tokenBucket } from './token-bucket.ts';

const start = '2030-01-01T00:00:00Z';
const takes = (limit: { take(key: string): boolean }, count: number) =>
  Array.from({ length: count }, () => limit.take('a')).filter(Boolean).length;

test('a token bucket allows its burst and then its rate, and a refused use costs nothing', () => {
  const clock = settableClock(start);
  const limit = createKeyedLimit(clock, tokenBucket({ burst: 5, perSecond: 2 }));
  expect(limit.take('a', 6)).toBe(false);
  expect(takes(limit, 10)).toBe(5);
  expect(limit.waitMs('a')).toBe(500);
  expect(limit.allows('b')).toBe(true);
  clock.advance(2_000);
  expect(takes(limit, 10)).toBe(4);
  clock.set(start);
  expect(limit.allows('a')).toBe(false);
});

test('a sliding window allows its maximum in any span', () => {
  const clock = settableClock(start);
  const limit = createKeyedLimit(clock, slidingWindow({ max: 3, spanMs: 1_000 }));
  expect(takes(limit, 1)).toBe(1);
  clock.advance(900);
  expect(takes(limit, 5)).toBe(2);
  expect(limit.waitMs('a')).toBe(100);
  clock.advance(100);
  expect(takes(limit, 5)).toBe(1);
  expect(limit.waitMs('a')).toBe(900);
});

test('a fixed window allows its maximum from its first use to the end of its span', () => {
  const clock = settableClock(start);
  const limit = createKeyedLimit(clock, fixedWindow({ max: 3, spanMs: 1_000 }));
  expect(takes(limit, 5)).toBe(3);
  clock.advance(900);
  expect(limit.waitMs('a')).toBe(100);
  clock.advance(100);
  expect(takes(limit, 5)).toBe(3);
  clock.set('2029-01-01T00:00:00Z');
  expect(takes(limit, 1)).toBe(1);
});

test('the number of keys is bounded, and the recently written half stays', () => {
  const map = createRecentMap<number>(100);
  map.set('kept', 0);
  for (let n = 0; n < 10_000; n++) {
    map.set(`key ${n}`, n);
    if (n % 50 === 0) map.set('kept', n);
    expect(map.size()).toBeLessThanOrEqual(100);
  }
  expect(map.get('kept')).toBe(9_950);
  expect(Array.from({ length: 50 }, (_, n) => map.get(`key ${9_950 + n}`))).not.toContain(undefined);
  expect(map.get('key 0')).toBeUndefined();
  map.delete('kept');
  expect(map.get('kept')).toBeUndefined();
});
