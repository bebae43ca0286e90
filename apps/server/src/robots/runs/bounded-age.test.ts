import { expect, test } from 'vitest';
import { createBoundedAges } from './bounded-age.ts';

const [second, hour] = [1_000, 3_600_000];

/** The ages of what began at 5 s, at ticks of these times after a start at 4 s. */
function agesAt(...ticksMs: number[]): number[] {
  const ages = createBoundedAges(4 * second);
  const subject = {};
  return ticksMs.map((ms) => {
    ages.tick(ms);
    return ages.of(subject, 5 * second);
  });
}

test('an age grows with the clock, and by a minute at most when the clock is set forward', () => {
  const ages = agesAt(6 * second, 7 * second, 7 * second + 13 * hour, 8 * second + 13 * hour);
  expect(ages).toEqual([second, 2 * second, 62 * second, 63 * second]);
});

test('a clock that is set forward before the first measurement adds a minute at most', () => {
  expect(agesAt(13 * hour, 13 * hour + second)).toEqual([60 * second, 61 * second]);
});

test('a clock that is set back makes nothing younger, and the age continues from there', () => {
  expect(agesAt(15 * second, 15 * second - hour, 16 * second - hour)).toEqual([
    10 * second,
    10 * second,
    11 * second,
  ]);
});

test('what began before the start has the age of the clock', () => {
  const ages = createBoundedAges(12 * hour);
  ages.tick(13 * hour);
  expect(ages.of({}, 0)).toBe(13 * hour);
});

test('a new beginning is measured on its own', () => {
  const ages = createBoundedAges(hour);
  const subject = {};
  ages.tick(hour);
  expect(ages.of(subject, 0)).toBe(hour);
  ages.tick(hour + 2 * second);
  expect(ages.of(subject, hour + second)).toBe(second);
});
