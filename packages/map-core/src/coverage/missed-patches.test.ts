import { createCoverage, createGrid, FREE, OCCUPIED, paintPath, type Point } from '../index.ts';
import { expect, test } from 'vitest';
import { closedAreas, missedPatches } from './missed-patches.ts';
import { floorFigures } from './figures.ts';

/** The area with a margin of one metre, as the pages use it. */
const hall = { minX: -1, minY: -1, maxX: 11, maxY: 7 };
const area: Point[] = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 6 },
  { x: 0, y: 6 },
];
/** Lanes half a metre apart with y from `from` to `to` metres. */
function cleaned(from: number, to: number) {
  const coverage = createCoverage(hall, 0.1);
  for (let y = from; y <= to; y += 0.5)
    paintPath(
      coverage,
      [
        { x: 0, y },
        { x: 10, y },
      ],
      { toolWidthM: 0.7 },
    );
  return coverage;
}

test('floor without a pass is one patch with its area', () => {
  const [patch, ...others] = missedPatches(cleaned(0.25, 3.75), [area], undefined);
  expect(others).toEqual([]);
  expect(patch!.areaM2).toBeCloseTo(10 * 1.9, 0);
  expect(patch!.box.minY).toBeCloseTo(4.1, 1);
});

test('a clean area and a strip narrower than a tool have no patches', () => {
  expect(missedPatches(cleaned(0.25, 5.75), [area], undefined)).toEqual([]);
  expect(missedPatches(cleaned(0.25, 5.25), [area], undefined)).toHaveLength(0);
});

test('floor outside the areas and occupied cells are not missed', () => {
  const left = area.map(({ x, y }) => ({ x: x / 2, y }));
  expect(missedPatches(cleaned(0.25, 3.75), [left], undefined)[0]!.box.maxX).toBeLessThanOrEqual(5);
  const ground = createGrid(createCoverage(hall, 0.1), FREE);
  ground.cells.fill(OCCUPIED, 0, ground.width * 35);
  expect(missedPatches(cleaned(0.25, 3.75), [area], ground)).toEqual([]);
});

test('floor in closed areas is not missed', () => {
  const strip = area.map(({ x, y }) => ({ x, y: y < 3 ? 4 : y }));
  const zones = [
    { type: 'NO_GO' as const, points: strip },
    { type: 'CLEAN' as const, points: area },
  ];
  expect(missedPatches(cleaned(0.25, 3.75), [area], undefined, [], closedAreas(zones))).toEqual([]);
});

test('patches are sorted by area, the largest first', () => {
  const coverage = createCoverage(hall, 0.1);
  for (const y of [1.75, 2.25, 2.75])
    paintPath(
      coverage,
      [
        { x: 0, y },
        { x: 10, y },
      ],
      { toolWidthM: 0.7 },
    );
  const areas = missedPatches(coverage, [area], undefined).map(({ areaM2 }) => areaM2);
  expect(areas).toHaveLength(2);
  expect(areas[0]).toBeGreaterThan(areas[1]!);
});

test('a patch has the reason of a reported spot in it or close to it', () => {
  const reasons = (...spots: { x: number; y: number; reason: string }[]) =>
    missedPatches(cleaned(0.25, 3.75), [area], undefined, spots).map(({ reason }) => reason);
  expect(reasons({ x: 5, y: 5, reason: 'OBSTACLE' })).toEqual(['OBSTACLE']);
  expect(reasons({ x: 5, y: 3.8, reason: 'NO_WAY' })).toEqual(['NO_WAY']);
  expect(reasons({ x: 5, y: 2, reason: 'OBSTACLE' })).toEqual([undefined]);
  expect(reasons()).toEqual([undefined]);
});

test('a reason applies to all connected floor up to where another spot is nearer', () => {
  const stopped = { x: 9.5, y: 5, reason: 'STOPPED' };
  // A pillar in the missed floor splits it into several patches.
  const ground = createGrid(createCoverage(hall, 0.1), FREE);
  for (let row = 20; row < 30; row++)
    ground.cells.fill(OCCUPIED, row * ground.width + 50, row * ground.width + 60);
  const whole = missedPatches(cleaned(0.25, 0.25), [area], ground, [stopped]);
  expect(whole.length).toBeGreaterThan(1);
  expect(whole.every(({ reason }) => reason === 'STOPPED')).toBe(true);
  const halves = missedPatches(cleaned(0.25, 0.25), [area], ground, [
    stopped,
    { x: 0.5, y: 5, reason: 'BATTERY_LOW' },
  ]);
  expect(new Set(halves.map(({ reason }) => reason))).toEqual(new Set(['STOPPED', 'BATTERY_LOW']));
});

test('floorFigures splits the free floor of an area by number of passes', () => {
  const coverage = createCoverage(hall, 0.1);
  const lane = (y: number) => [
    { x: -1, y },
    { x: 11, y },
  ];
  paintPath(coverage, lane(1), { toolWidthM: 1 });
  paintPath(coverage, lane(1), { toolWidthM: 1 });
  paintPath(coverage, lane(3), { toolWidthM: 1 });
  const { none, once, more } = floorFigures({ coverage, areas: [area], toolWidthM: 1 }).passes;
  expect(once).toBeCloseTo(10, 0);
  expect(more).toBeCloseTo(10, 0);
  expect(none + once + more).toBeCloseTo(60, 6);
  const ground = createGrid(coverage, FREE);
  ground.cells.fill(OCCUPIED, 0, coverage.width * 40);
  const free = floorFigures({ coverage, areas: [area], ground, toolWidthM: 1 }).passes;
  expect(free.none + free.once + free.more).toBeCloseTo(30, 6);
});
