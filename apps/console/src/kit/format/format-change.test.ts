import { expect, test } from 'vitest';
import { changeOf, formatChange } from './format-change.ts';

test('a change has a sign and at most one decimal, and one that rounds to nothing is ±0%', () => {
  expect([0.2, -0.0333, 0.0004, -0.0004, 12.5].map(formatChange)).toEqual([
    '+20%',
    '−3.3%',
    '±0%',
    '±0%',
    '+1,250%',
  ]);
});

test('a change from nothing or from an unknown value is unknown', () => {
  expect(changeOf(150, 100)).toBe(0.5);
  expect(changeOf(0, 100)).toBe(-1);
  expect([changeOf(5, 0), changeOf(null, 3), changeOf(3, null)]).toEqual([null, null, null]);
});
