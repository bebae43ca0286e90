import { expect, test } from 'vitest';
import {
  coverageFromPasses,
  coveredAreaM2,
  createBrush,
  createCoverage,
  paintPath,
  paintSegment,
  takeTouched,
} from './coverage.ts';
import { distanceToLine, distanceToSegment, plus, type Point } from '../geometry/geometry.ts';
import { centreOfIndex } from '../files/grid.ts';
import { coverageOf, maskAreaM2, polygonMask } from './mask.ts';

/** Numbers 0–1 from a seed, so that a failing case can be run again. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const hall = { minX: -5, minY: -4, maxX: 7, maxY: 6 };
const fresh = () => createCoverage(hall, 0.1);
const at = (x: number, y: number): Point => ({ x, y });

const someWay = (random: () => number, points = 8): Point[] =>
  Array.from({ length: points }, () => at(random() * 12 - 5, random() * 10 - 4));

const cutUp = (path: readonly Point[], random: () => number): Point[] =>
  path.flatMap((b, i) => {
    const a = path[i - 1];
    if (!a) return [b];
    const cuts = Array.from({ length: Math.floor(random() * 6) }, random).sort((p, q) => p - q);
    return [...cuts.map((t) => at(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)), b];
  });

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

test.each(seeds)('however a way is cut into segments, it paints the same passes (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const way = someWay(random);
  const [whole, cut] = [fresh(), fresh()];
  paintPath(whole, way, 0.8);
  paintPath(cut, cutUp(way, random), 0.8);
  expect(cut.passes).toEqual(whole.passes);
  expect(cut.coveredCells).toBe(whole.coveredCells);
});

test.each(seeds)('exactly the cells within half the width of the way are covered (seed %i)', (seed) => {
  const way = someWay(randomFrom(seed), 5);
  const coverage = fresh();
  paintPath(coverage, way, 0.55);
  const wrong = [...coverage.passes.keys()].filter((index) => {
    const reached = distanceToLine(centreOfIndex(coverage, index), way) <= 0.275;
    return reached !== coverage.passes[index]! > 0;
  });
  expect(wrong).toEqual([]);
});

test.each(seeds)('a way moved by whole cells paints the same cells, moved (seed %i)', (seed) => {
  const way = someWay(randomFrom(seed)).map((p) => at(p.x / 3, p.y / 3));
  const [here, there] = [fresh(), fresh()];
  paintPath(here, way, 0.5);
  paintPath(
    there,
    way.map((p) => plus(p, at(1.7, -1.1))),
    0.5,
  );
  const moved = new Uint8Array(here.passes.length);
  here.passes.forEach((value, index) => {
    if (value > 0) moved[index + 17 + 11 * here.width] = value;
  });
  expect(there.passes).toEqual(moved);
});

test('a straight stroke covers its rectangle and its two round ends', () => {
  const coverage = createCoverage(hall, 0.01);
  paintSegment(coverage, at(-2, 0.3), at(3, 1.7), 0.8);
  expect(coveredAreaM2(coverage)).toBeCloseTo(Math.hypot(5, 1.4) * 0.8 + Math.PI * 0.16, 2);
});

test('a cell gains a pass each time the tool comes back, and counts once for the area', () => {
  const coverage = fresh();
  const brush = createBrush(coverage, 0.5);
  for (const x of [0, 3, 0, 3]) brush.paintTo(at(x, 0.05));
  const middle = coverage.passes.findIndex(
    (_, i) => distanceToSegment(centreOfIndex(coverage, i), at(1.45, 0.05), at(1.55, 0.05)) < 0.01,
  );
  expect(coverage.passes[middle]).toBe(3);
  const once = fresh();
  paintSegment(once, at(0, 0.05), at(3, 0.05), 0.5);
  expect(coveredAreaM2(coverage)).toBe(coveredAreaM2(once));
});

test('a tool that stands and trembles passes once', () => {
  const random = randomFrom(7);
  const coverage = fresh();
  const brush = createBrush(coverage, 0.5);
  for (let i = 0; i < 2_000; i++) brush.paintTo(at(random() * 0.02, random() * 0.02));
  expect(Math.max(...coverage.passes)).toBe(1);
});

test('a lifted tool paints nothing; what it left counts again, what it stayed over does not', () => {
  const coverage = fresh();
  const brush = createBrush(coverage, 0.5);
  brush.paintTo(at(0, 0));
  brush.moveTo(at(0.02, 0));
  brush.paintTo(at(0.02, 0));
  expect(Math.max(...coverage.passes)).toBe(1);
  const before = coverage.coveredCells;
  brush.moveTo(at(4, 0));
  expect(coverage.coveredCells).toBe(before);
  brush.moveTo(at(0, 0));
  brush.paintTo(at(0, 0));
  expect(Math.max(...coverage.passes)).toBe(2);
});

test('painting beyond the edge stays within the raster, and says which cells it touched', () => {
  const coverage = fresh();
  paintSegment(coverage, at(-9, -4), at(-4.95, -4), 0.5);
  expect(takeTouched(coverage)).toEqual({ minColumn: 0, maxColumn: 2, minRow: 97, maxRow: 99 });
  expect(takeTouched(coverage)).toBeUndefined();
  paintSegment(coverage, at(20, 20), at(30, 30), 0.5);
  expect(takeTouched(coverage)).toBeUndefined();
});

test('the share counts target cells only, each once', () => {
  const coverage = fresh();
  const target = polygonMask(coverage, [at(0, 0), at(2, 0), at(2, 1), at(0, 1)]);
  expect(maskAreaM2(target, 0.1)).toBeCloseTo(2, 9);
  for (let pass = 0; pass < 2; pass++) paintSegment(coverage, at(-1, 0.25), at(3, 0.25), 0.5);
  const { targetM2, coveredM2, share } = coverageOf(coverage, target);
  expect([targetM2, coveredM2, share].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([2, 1, 0.5]);
});

test('passes read back from a picture count their cells', () => {
  const coverage = fresh();
  paintSegment(coverage, at(0, 0), at(1, 0), 0.5);
  expect(coverageFromPasses(coverage, coverage.passes).coveredCells).toBe(coverage.coveredCells);
});
