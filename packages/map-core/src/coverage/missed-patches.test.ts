import { createCoverage, createGrid, FREE, OCCUPIED, paintPath, type Point } from '../index.ts';
import { expect, test } from 'vitest';
import { closedAreas, missedPatches } from './missed-patches.ts';
import { passesWithin } from './passes.ts';

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

test('nobody misses what robots were not to clean', () => {
  const strip = area.map(({ x, y }) => ({ x, y: y < 3 ? 4 : y }));
  const zones = [
    { type: 'NO_GO' as const, points: strip },
    { type: 'CLEAN' as const, points: area },
  ];
  expect(missedPatches(cleaned(0.25, 3.75), [area], undefined, [], closedAreas(zones))).toEqual([]);
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
  const reasons = (...told: { x: number; y: number; reason: string }[]) =>
    missedPatches(cleaned(0.25, 3.75), [area], undefined, told).map(({ reason }) => reason);
  expect(reasons({ x: 5, y: 5, reason: 'OBSTACLE' })).toEqual(['OBSTACLE']);
  expect(reasons({ x: 5, y: 3.8, reason: 'NO_WAY' })).toEqual(['NO_WAY']);
  expect(reasons({ x: 5, y: 2, reason: 'OBSTACLE' })).toEqual([undefined]);
  expect(reasons()).toEqual([undefined]);
});

test('a reason holds for all floor that hangs together with its place, up to where another place is nearer', () => {
  const stopped = { x: 9.5, y: 5, reason: 'STOPPED' };
  // A pillar in the missed floor makes several patches of it; two islands are told of by themselves.
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

test('the floor of an area is told apart by how often the tool passed, and adds up to the free floor', () => {
  const coverage = createCoverage(hall, 0.1);
  const lane = (y: number) => [
    { x: -1, y },
    { x: 11, y },
  ];
  paintPath(coverage, lane(1), 1);
  paintPath(coverage, lane(1), 1);
  paintPath(coverage, lane(3), 1);
  const { none, once, more } = passesWithin(coverage, area);
  expect(once).toBeCloseTo(10, 0);
  expect(more).toBeCloseTo(10, 0);
  expect(none + once + more).toBeCloseTo(60, 6);
  const ground = createGrid(coverage, FREE);
  ground.cells.fill(OCCUPIED, 0, coverage.width * 40);
  const free = passesWithin(coverage, area, ground);
  expect(free.none + free.once + free.more).toBeCloseTo(30, 6);
});
