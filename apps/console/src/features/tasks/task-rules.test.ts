import { expect, test } from 'vitest';
import { estimate, movedBy, toggled } from './task-rules.ts';

test('the time of an area is its size over width, speed and the useful share, times the repetitions', () => {
  const once = estimate(325, 1, 'J30')!;
  expect(once.seconds).toBeCloseTo(325 / (0.5 * 1 * 0.65), 6);
  expect(estimate(325, 3, 'J30')!.seconds).toBeCloseTo(3 * once.seconds, 6);
});

test('the estimate is null for an unknown tool and for no area', () => {
  expect(estimate(325, 1, 'PLAIN')).toBeNull();
  expect(estimate(0, 1, 'J30')).toBeNull();
});

test('an area moves by one place and stays at the ends', () => {
  expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
});

test('an area toggled in is appended, and toggled again it is removed', () => {
  expect(toggled(['b'], 'a')).toEqual(['b', 'a']);
  expect(toggled(['b', 'a'], 'b')).toEqual(['a']);
});
