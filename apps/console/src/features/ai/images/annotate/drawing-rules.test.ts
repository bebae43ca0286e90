import type { AiShape } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { boxOf, tileAt, withImageClass, withRing, withTile, type Corner } from './drawing-rules.ts';
import { hitShape } from './hit-shape.ts';

const square: Corner[] = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];
const inner: Corner[] = [
  [0.4, 0.4],
  [0.6, 0.4],
  [0.5, 0.6],
];

test('a box has its upper left corner first, and none without an area', () => {
  expect(boxOf('liquid', [0.8, 0.7], [0.2, 0.1])).toMatchObject({ from: [0.2, 0.1], to: [0.8, 0.7] });
  expect(boxOf('liquid', [0.2, 0.1], [0.2, 0.5])).toBeUndefined();
});

test('a ring inside the chosen polygon is a hole of it, any other one is a polygon', () => {
  const [outer] = withRing([], 'liquid', square, null) as [AiShape];
  expect(withRing([outer], 'liquid', inner, outer.id)).toMatchObject([{ kind: 'POLYGON', holes: [inner] }]);
  expect(withRing([outer], 'liquid', inner, null)).toHaveLength(2);
});

test('tiles of a class are one mark, which goes with its last tile', () => {
  expect([tileAt([0, 0]), tileAt([1, 1])]).toEqual([0, 143]);
  const one = withTile([], 'liquid', 3);
  const two = withTile(one, 'liquid', 4);
  expect(two).toMatchObject([{ tiles: [3, 4] }]);
  expect(withTile(withTile(two, 'liquid', 3), 'liquid', 4)).toEqual([]);
});

test('the class of the whole image is set and taken away', () => {
  const marked = withImageClass([], 'liquid');
  expect(marked).toMatchObject([{ kind: 'IMAGE', classId: 'liquid' }]);
  expect(withImageClass(marked, 'liquid')).toEqual([]);
});

test('the uppermost mark at a place is found, and a hole is none', () => {
  const [outer] = withRing([], 'liquid', square, null) as [AiShape];
  const holed = withRing([outer], 'liquid', inner, outer.id);
  expect(hitShape(holed, [0.2, 0.2])?.id).toBe(outer.id);
  expect(hitShape(holed, [0.5, 0.45])).toBeUndefined();
  const box = boxOf('paper', [0.1, 0.1], [0.3, 0.3])!;
  expect(hitShape([...holed, box], [0.2, 0.2])?.id).toBe(box.id);
});
