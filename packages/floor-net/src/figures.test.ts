import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';

test('precision, recall and F1 are counted by class, and a class without tiles has none', () => {
  const { classes, accuracy, f1, count } = figuresOf([
    [8, 2, 0],
    [1, 3, 0],
    [0, 0, 0],
  ]);
  expect(classes[0]).toEqual({ count: 10, precision: 8 / 9, recall: 0.8, f1: 16 / 19 });
  expect(classes[1]).toEqual({ count: 4, precision: 0.6, recall: 0.75, f1: 6 / 9 });
  expect(classes[2]).toEqual({ count: 0, precision: null, recall: null, f1: null });
  expect({ count, accuracy }).toEqual({ count: 14, accuracy: 11 / 14 });
  expect(f1).toBeCloseTo((16 / 19 + 6 / 9) / 2);
});
