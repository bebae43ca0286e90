import type { Elements } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { boxOfMark, marksBetween } from './version-marks.ts';

const bare: Elements = { zones: [], walls: [], points: [], segments: [], slopes: [], bumps: [] };
const wall = (id: string, x: number) => ({
  id,
  points: [
    { x, y: 0 },
    { x, y: 5 },
  ],
});

test('two versions laid over each other list added, removed, moved and unchanged shapes once each', () => {
  const before = { ...bare, walls: [wall('same', 0), wall('gone', 1), wall('moved', 2)] };
  const after = { ...bare, walls: [wall('same', 0), wall('moved', 9), wall('new', 4)] };
  const marks = marksBetween(before, after);
  expect(marks.map(({ id, look }) => `${id} ${look}`).toSorted()).toEqual([
    'gone removed',
    'moved changed',
    'new added',
    'same same',
  ]);
});

test('a jump to a moved shape shows its old and its new place', () => {
  const [mark] = marksBetween({ ...bare, walls: [wall('a', 2)] }, { ...bare, walls: [wall('a', 9)] });
  expect(boxOfMark(mark!)).toEqual({ minX: 0, minY: -2, maxX: 11, maxY: 7 });
});
