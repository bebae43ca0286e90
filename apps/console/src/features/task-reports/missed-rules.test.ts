import { createCoverage, createGrid, FREE, OCCUPIED, paintPath, type Point } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { missedPatches, withReasons } from './missed-rules.ts';

/** A metre more than the area on every side, as the pages take it. */
const hall = { minX: -1, minY: -1, maxX: 11, maxY: 7 };
const area: Point[] = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 6 },
  { x: 0, y: 6 },
];
/** Lanes half a metre apart, from `from` to `to` metres up. */
function cleaned(from: number, to: number) {
  const coverage = createCoverage(hall, 0.1);
  for (let y = from; y <= to; y += 0.5)
    paintPath(
      coverage,
      [
        { x: 0, y },
        { x: 10, y },
      ],
      0.7,
    );
  return coverage;
}

test('floor that no pass reached is a patch, with its area', () => {
  const [patch, ...others] = missedPatches(cleaned(0.25, 3.75), [area], undefined);
  expect(others).toEqual([]);
  expect(patch!.areaM2).toBeCloseTo(10 * 1.9, 0);
  expect(patch!.box.minY).toBeCloseTo(4.1, 1);
});

test('a clean hall has none, and neither has a strip too thin for a tool', () => {
  expect(missedPatches(cleaned(0.25, 5.75), [area], undefined)).toEqual([]);
  expect(missedPatches(cleaned(0.25, 5.25), [area], undefined)).toHaveLength(0);
});

test('what was not to be cleaned, and what is no floor, was not missed', () => {
  const left = area.map(({ x, y }) => ({ x: x / 2, y }));
  expect(missedPatches(cleaned(0.25, 3.75), [left], undefined)[0]!.box.maxX).toBeLessThanOrEqual(5);
  const ground = createGrid(createCoverage(hall, 0.1), FREE);
  ground.cells.fill(OCCUPIED, 0, ground.width * 35);
  expect(missedPatches(cleaned(0.25, 3.75), [area], ground)).toEqual([]);
});

test('the largest patch comes first', () => {
  const coverage = createCoverage(hall, 0.1);
  for (const y of [1.75, 2.25, 2.75])
    paintPath(
      coverage,
      [
        { x: 0, y },
        { x: 10, y },
      ],
      0.7,
    );
  const areas = missedPatches(coverage, [area], undefined).map(({ areaM2 }) => areaM2);
  expect(areas).toHaveLength(2);
  expect(areas[0]).toBeGreaterThan(areas[1]!);
});

test('a patch has the reason the robot told of a place in it or close beside it, and else none', () => {
  const patches = missedPatches(cleaned(0.25, 3.75), [area], undefined);
  const reasons = (...told: { x: number; y: number; reason: string }[]) =>
    withReasons(patches, told).map(({ reason }) => reason);
  expect(reasons({ x: 5, y: 5, reason: 'OBSTACLE' })).toEqual(['OBSTACLE']);
  expect(reasons({ x: 5, y: 3.8, reason: 'NO_WAY' })).toEqual(['NO_WAY']);
  // Of two places the one within counts.
  expect(reasons({ x: 5, y: 3.8, reason: 'NO_WAY' }, { x: 9, y: 5, reason: 'STOPPED' })).toEqual(['STOPPED']);
  expect(reasons({ x: 5, y: 2, reason: 'OBSTACLE' })).toEqual([undefined]);
  expect(reasons()).toEqual([undefined]);
});
