import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanableM2,
  coverageOver,
  coverageShare,
  createGrid,
  efficiencyM2PerHour,
  floorFigures,
  FREE,
  notCleanedM2,
  OCCUPIED,
  paintPath,
  phaseTimes,
  cleaningTimeS,
  type FloorInput,
  type Point,
  type Raster,
} from '../index.ts';

const raster: Raster = { width: 60, height: 40, resolution: 0.1, originX: -1, originY: -1 };
const cellM2 = 0.01;

const rectangle = (x: number, y: number, width: number, height: number): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
const anyRectangle = fc
  .tuple(
    fc.double({ min: -1.5, max: 5, noNaN: true }),
    fc.double({ min: -1.5, max: 3, noNaN: true }),
    fc.double({ min: 0, max: 4, noNaN: true }),
    fc.double({ min: 0, max: 4, noNaN: true }),
  )
  .map(([x, y, width, height]) => rectangle(x, y, width, height));
const anyPoint = fc.record({
  x: fc.double({ min: -1, max: 5, noNaN: true }),
  y: fc.double({ min: -1, max: 3, noNaN: true }),
});
const anyFloor = fc
  .record({
    areas: fc.array(anyRectangle, { maxLength: 3 }),
    closed: fc.array(anyRectangle, { maxLength: 2 }),
    walls: fc.array(anyRectangle, { maxLength: 2 }),
    path: fc.array(anyPoint, { maxLength: 12 }),
    toolWidthM: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  })
  .map(({ walls, path, ...floor }): FloorInput => {
    const coverage = coverageOver(raster);
    paintPath(coverage, path, floor);
    const ground = createGrid(raster, FREE);
    for (const [corner, , opposite] of walls)
      ground.cells.forEach((_, index) => {
        const x = raster.originX + ((index % 60) + 0.5) * 0.1;
        const y = raster.originY + (40 - Math.floor(index / 60) - 0.5) * 0.1;
        if (x > corner!.x && x < opposite!.x && y > corner!.y && y < opposite!.y)
          ground.cells[index] = OCCUPIED;
      });
    return { ...floor, coverage, ground };
  });

test('cleaned and not cleaned floor sum to planned − no-go for any floor, areas, closed areas and path', () => {
  fc.assert(
    fc.property(anyFloor, (floor) => {
      const { plannedM2, noGoM2, cleanedM2, notCleanedM2: left } = floorFigures(floor);
      expect(cleanedM2 + left).toBeCloseTo(plannedM2 - noGoM2, 6);
      expect(notCleanedM2(plannedM2, noGoM2, cleanedM2)).toBeCloseTo(left, 6);
    }),
  );
});

test('the passes sum to planned − no-go, and the passed floor is the cleaned floor', () => {
  fc.assert(
    fc.property(anyFloor, (floor) => {
      const { plannedM2, noGoM2, cleanedM2, notCleanedM2: left, passes } = floorFigures(floor);
      expect(passes.none + passes.once + passes.more).toBeCloseTo(plannedM2 - noGoM2, 6);
      expect(passes.once + passes.more).toBeCloseTo(cleanedM2, 6);
      expect(passes.none).toBeCloseTo(left, 6);
    }),
  );
});

test('reachable floor lies between cleaned floor and planned − no-go', () => {
  fc.assert(
    fc.property(anyFloor, (floor) => {
      const { plannedM2, noGoM2, reachableM2, cleanedM2 } = floorFigures(floor);
      expect(reachableM2).toBeGreaterThanOrEqual(cleanedM2 - 1e-9);
      expect(reachableM2).toBeLessThanOrEqual(plannedM2 - noGoM2 + 1e-9);
    }),
  );
});

test('the figures of disjoint areas sum to the figures of the run', () => {
  fc.assert(
    fc.property(anyFloor, (floor) => {
      const parts = [rectangle(-1, -1, 2.5, 4), rectangle(1.5, -1, 3.5, 4)];
      const whole = floorFigures({ ...floor, areas: parts });
      const each = parts.map((area) => floorFigures({ ...floor, areas: [area] }));
      for (const name of ['plannedM2', 'noGoM2', 'reachableM2', 'cleanedM2', 'notCleanedM2'] as const)
        expect(each.reduce((sum, figures) => sum + figures[name], 0)).toBeCloseTo(whole[name], 6);
    }),
  );
});

test('a no-go area within an area is planned and neither cleaned nor missed', () => {
  const coverage = coverageOver(raster);
  for (const y of [0.25, 0.75, 1.25, 1.75])
    paintPath(
      coverage,
      [
        { x: 0, y },
        { x: 4, y },
      ],
      { toolWidthM: 0.6 },
    );
  const floor = {
    coverage,
    areas: [rectangle(0, 0, 4, 2)],
    closed: [rectangle(1, 0, 1, 2)],
    toolWidthM: 0.6,
  };
  const figures = floorFigures(floor);
  expect(figures.plannedM2).toBeCloseTo(8, 6);
  expect(figures.noGoM2).toBeCloseTo(2, 6);
  expect(figures.cleanedM2).toBeGreaterThan(5.8);
  expect(figures.passes.none).toBeCloseTo(figures.notCleanedM2, 6);
});

test('an area that two areas share counts once', () => {
  const areas = [rectangle(0, 0, 2, 2), rectangle(1, 0, 2, 2)];
  const { plannedM2 } = floorFigures({ coverage: coverageOver(raster), areas, toolWidthM: 0.5 });
  expect(plannedM2).toBeCloseTo(6, 6);
});

test('a gap narrower than the tool is planned and not reachable', () => {
  const ground = createGrid(raster, OCCUPIED);
  // A corridor of 0.3 m, and a room of 2 m × 2 m.
  for (let row = 10; row < 30; row++)
    for (let column = 10; column < 30; column++) ground.cells[row * 60 + column] = FREE;
  for (let row = 12; row < 15; row++)
    for (let column = 30; column < 45; column++) ground.cells[row * 60 + column] = FREE;
  const areas = [rectangle(-1, -1, 6, 4)];
  const { plannedM2, reachableM2 } = floorFigures({
    coverage: coverageOver(raster),
    areas,
    ground,
    toolWidthM: 0.8,
  });
  expect(plannedM2).toBeCloseTo((400 + 45) * cellM2, 6);
  expect(reachableM2).toBeCloseTo(400 * cellM2, 6);
});

const anyPhases = fc.array(
  fc.record({
    phase: fc.constantFrom('UNDOCKING', 'HEADING_TO_AREA', 'CLEANING', 'DOCKING'),
    seconds: fc.double({ min: 0, max: 4000, noNaN: true }),
  }),
  { maxLength: 8 },
);

test('the times of the phases sum to the duration, also where no phase contains a part of it', () => {
  fc.assert(
    fc.property(anyPhases, fc.double({ min: 0, max: 5000, noNaN: true }), (phases, more) => {
      const sum = phases.reduce((seconds, phase) => seconds + phase.seconds, 0);
      const times = phaseTimes(sum + more, phases);
      const total = times.reduce((seconds, time) => seconds + time.seconds, 0);
      expect(total).toBeCloseTo(sum === 0 ? 0 : sum + more, 6);
      expect(new Set(times.map(({ phase }) => phase)).size).toBe(times.length);
    }),
  );
});

test('phases that are longer than the duration are unknown', () => {
  expect(phaseTimes(60, [{ phase: 'CLEANING', seconds: 90 }])).toEqual([]);
  expect(phaseTimes(60, [{ phase: 'CLEANING', seconds: 60.4 }])).toEqual([
    { phase: 'CLEANING', seconds: 60 },
  ]);
});

test('cleaning time is the time in the phase CLEANING, and efficiency is cleaned floor per hour of it', () => {
  const phases = [
    { phase: 'HEADING_TO_AREA', seconds: 100 },
    { phase: 'CLEANING', seconds: 600 },
    { phase: 'CLEANING', seconds: 1200 },
  ];
  expect(cleaningTimeS(phases, 5)).toBe(1800);
  expect(cleaningTimeS([], 5)).toBe(5);
  expect(efficiencyM2PerHour(400, 1800)).toBe(800);
  expect(efficiencyM2PerHour(400, 0)).toBeNull();
  expect(efficiencyM2PerHour(null, 1800)).toBeNull();
});

test('an unknown value makes a figure unknown, and coverage is a share of planned − no-go', () => {
  expect(cleanableM2(64.7, 5.3)).toBeCloseTo(59.4, 6);
  expect(cleanableM2(null, 5)).toBeNull();
  expect(coverageShare(29.7, cleanableM2(64.7, 5.3))).toBeCloseTo(0.5, 6);
  expect(coverageShare(1, 0)).toBeNull();
  expect(coverageShare(null, 10)).toBeNull();
  expect(notCleanedM2(10, null, null)).toBeNull();
  expect(notCleanedM2(10, null, 4)).toBe(6);
});
