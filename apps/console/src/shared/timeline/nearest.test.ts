import { expect, test } from 'vitest';
import { nearest, valueAt } from './nearest.ts';

test('nearest finds the closest sample, and valueAt the span that contains a moment', () => {
  const samples = [10, 20, 40].map((second) => ({ at: new Date(second * 1000).toISOString() }));
  const nearestSecond = (second: number) => nearest(samples, second * 1000)?.at.slice(17, 19);
  expect([0, 14, 15, 16, 31, 99].map(nearestSecond)).toEqual(['10', '10', '10', '20', '40', '40']);
  expect(nearest([], 0)).toBeUndefined();
  const spans = [
    { from: new Date(0).toISOString(), to: new Date(10).toISOString(), value: 'A' },
    { from: new Date(10).toISOString(), to: null, value: 'B' },
  ];
  expect([valueAt(spans, -1), valueAt(spans, 9), valueAt(spans, 10)]).toEqual([undefined, 'A', 'B']);
});
