import { FREE, OCCUPIED, UNKNOWN } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { groundLevels, tinted } from './ground-field.ts';

const colours = { floor: [250, 250, 250], wall: [10, 20, 30] } as const;

function hall(width: number, height: number) {
  const cells = new Uint8Array(width * height).fill(FREE);
  cells.fill(OCCUPIED, 0, width);
  cells.fill(UNKNOWN, (height - 1) * width);
  return cells;
}

test('every level covers the whole grid at half the resolution of the one before', () => {
  const levels = groundLevels(hall(1_000, 600), 1_000, 600);
  expect(levels.map(({ cells, width, height }) => [cells, width, height])).toEqual([
    [0.5, 2_000, 1_200],
    [1, 1_000, 600],
    [2, 500, 300],
    [4, 250, 150],
  ]);
});

test('a grid too large for the screen and the memory loses only its finest level', () => {
  const side = 4_200;
  const levels = groundLevels(new Uint8Array(side * side).fill(FREE), side, side);
  expect(levels[0]).toMatchObject({ cells: 2, width: side / 2 });
});

test('a wall one cell thick is still visible in the smallest level', () => {
  const levels = groundLevels(hall(1_000, 600), 1_000, 600);
  expect(levels.at(-1)!.wall[5]).toBeGreaterThan(120);
  expect(levels.at(-1)!.wall[5 + 3 * 250]).toBe(0);
});

test('floor and walls are opaque in colour and unknown cells are transparent', () => {
  const level = groundLevels(hall(4, 3), 4, 3).find(({ cells }) => cells === 1)!;
  const pixels = tinted(level, 1, 0, 2, 3, colours);
  const pixel = (index: number) => Array.from(pixels.subarray(4 * index, 4 * index + 4));
  expect(pixel(0)).toEqual([10, 20, 30, 255]);
  expect(pixel(2)).toEqual([250, 250, 250, 255]);
  expect(pixel(4)[3]).toBe(0);
});
