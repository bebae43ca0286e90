import { shapesById, type Shape } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { ShapeIndex } from './shape-index.ts';

const spot = (id: string, x: number): Shape => ({
  id,
  kind: 'point',
  type: 'START',
  name: '',
  x,
  y: 0,
  theta: 0,
});
const zone = (id: string, x: number): Shape => ({
  id,
  kind: 'zone',
  type: 'CLEAN',
  name: '',
  points: [
    { x, y: -1 },
    { x: x + 2, y: -1 },
    { x: x + 2, y: 1 },
  ],
});
const box = (minX: number, maxX: number) => ({ minX, maxX, minY: -5, maxY: 5 });
const idsIn = (index: ShapeIndex, minX: number, maxX: number) =>
  index.within(box(minX, maxX)).map(({ id }) => id);

test('a query returns the shapes that touch a box, areas below points, in their original order', () => {
  const index = new ShapeIndex();
  index.update(shapesById([spot('p', 1), zone('b', 0), zone('a', 1), zone('far', 40)]));
  expect(idsIn(index, 0, 10)).toEqual(['b', 'a', 'p']);
});

test('single changes update the index, and changed shapes keep their order', () => {
  const index = new ShapeIndex();
  const first = shapesById([zone('a', 0), zone('b', 1), spot('p', 2)]);
  index.update(first);
  const second = new Map(first).set('a', zone('a', 0.5));
  second.delete('p');
  expect([...index.update(second).keys()].sort()).toEqual(['a', 'p']);
  expect(idsIn(index, 0, 10)).toEqual(['a', 'b']);
  expect(index.update(second).size).toBe(0);
});

test('another map replaces the index as a whole', () => {
  const index = new ShapeIndex();
  index.update(shapesById(Array.from({ length: 300 }, (_, i) => spot(`p${i}`, i))));
  index.update(shapesById(Array.from({ length: 300 }, (_, i) => spot(`q${i}`, i + 1_000))));
  expect(idsIn(index, 0, 400)).toEqual([]);
  expect(idsIn(index, 1_000, 1_002)).toEqual(['q0', 'q1', 'q2']);
});
