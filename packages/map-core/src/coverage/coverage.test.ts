import { expect, test } from 'vitest';
import { createBrush, paintPath, paintSegment } from './brush.ts';
import { coverageFromPasses, coveredAreaM2, createCoverage, takeTouched } from './coverage.ts';
import { distanceToSegment, plus, type Point } from '../geometry/geometry.ts';
import { centreOfIndex } from '../files/grid.ts';
import { coverageOf, maskAreaM2, polygonMask } from './mask.ts';

/** Random numbers 0–1 from a seed, so that a failing case is repeatable. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const hall = { minX: -5, minY: -4, maxX: 7, maxY: 6 };
const emptyCoverage = () => createCoverage(hall, 0.1);
const at = (x: number, y: number): Point => ({ x, y });

const randomPath = (random: () => number, points = 8): Point[] =>
  Array.from({ length: points }, () => at(random() * 12 - 5, random() * 10 - 4));

const subdivided = (path: readonly Point[], random: () => number): Point[] =>
  path.flatMap((b, i) => {
    const a = path[i - 1];
    if (!a) return [b];
    const cuts = Array.from({ length: Math.floor(random() * 6) }, random).sort((p, q) => p - q);
    return [...cuts.map((t) => at(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)), b];
  });

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

test.each(seeds)('a path paints the same passes however it is cut into segments (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const path = randomPath(random);
  const [whole, cut] = [emptyCoverage(), emptyCoverage()];
  paintPath(whole, path, { toolWidthM: 0.8 });
  paintPath(cut, subdivided(path, random), { toolWidthM: 0.8 });
  expect(cut.passes).toEqual(whole.passes);
  expect(cut.coveredCells).toBe(whole.coveredCells);
});

test.each(seeds)('a path shifted by whole cells paints the same cells shifted (seed %i)', (seed) => {
  const path = randomPath(randomFrom(seed)).map((p) => at(p.x / 3, p.y / 3));
  const [here, there] = [emptyCoverage(), emptyCoverage()];
  paintPath(here, path, { toolWidthM: 0.5 });
  paintPath(
    there,
    path.map((p) => plus(p, at(1.7, -1.1))),
    { toolWidthM: 0.5 },
  );
  const moved = new Uint8Array(here.passes.length);
  here.passes.forEach((value, index) => {
    if (value > 0) moved[index + 17 + 11 * here.width] = value;
  });
  expect(there.passes).toEqual(moved);
});

test('a cell gains a pass on each return of the tool and counts once for the area', () => {
  const coverage = emptyCoverage();
  const brush = createBrush(coverage, { toolWidthM: 0.5 });
  // It drives back without a turn, which would cover a circle.
  for (const x of [0, 3, 0, 3]) brush.paintTo({ ...at(x, 0.05), theta: 0 });
  const middle = coverage.passes.findIndex(
    (_, i) => distanceToSegment(centreOfIndex(coverage, i), at(1.45, 0.05), at(1.55, 0.05)) < 0.01,
  );
  expect(coverage.passes[middle]).toBe(3);
  const once = emptyCoverage();
  paintSegment(once, at(0, 0.05), at(3, 0.05), { toolWidthM: 0.5 });
  expect(coveredAreaM2(coverage)).toBe(coveredAreaM2(once));
});

test('a lifted tool paints nothing, and only cells it has left count again', () => {
  const coverage = emptyCoverage();
  const brush = createBrush(coverage, { toolWidthM: 0.5 });
  brush.paintTo(at(-0.3, 0));
  brush.paintTo(at(0, 0));
  brush.moveTo(at(-0.02, 0));
  brush.paintTo(at(-0.02, 0));
  brush.paintTo(at(0.1, 0));
  expect(Math.max(...coverage.passes)).toBe(1);
  const before = coverage.coveredCells;
  brush.moveTo(at(4, 0));
  expect(coverage.coveredCells).toBe(before);
  brush.moveTo(at(-0.3, 0));
  brush.paintTo(at(-0.3, 0));
  brush.paintTo(at(0, 0));
  expect(Math.max(...coverage.passes)).toBe(2);
});

test('painting beyond the edge stays within the raster and takeTouched returns the changed cells', () => {
  const coverage = emptyCoverage();
  paintSegment(coverage, at(-9, -4), at(-4.95, -4), { toolWidthM: 0.5 });
  expect(takeTouched(coverage)).toEqual({ minColumn: 0, maxColumn: 0, minRow: 97, maxRow: 99 });
  expect(takeTouched(coverage)).toBeUndefined();
  paintSegment(coverage, at(20, 20), at(30, 30), { toolWidthM: 0.5 });
  expect(takeTouched(coverage)).toBeUndefined();
});

test('coverageOf counts only target cells, each once', () => {
  const coverage = emptyCoverage();
  const target = polygonMask(coverage, [at(0, 0), at(2, 0), at(2, 1), at(0, 1)]);
  expect(maskAreaM2(target, 0.1)).toBeCloseTo(2, 9);
  for (let pass = 0; pass < 2; pass++) paintSegment(coverage, at(-1, 0.25), at(3, 0.25), { toolWidthM: 0.5 });
  const { targetM2, coveredM2, share } = coverageOf(coverage, target);
  expect([targetM2, coveredM2, share].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([2, 1, 0.5]);
});

test('coverageFromPasses counts the covered cells', () => {
  const coverage = emptyCoverage();
  paintSegment(coverage, at(0, 0), at(1, 0), { toolWidthM: 0.5 });
  expect(coverageFromPasses(coverage, coverage.passes).coveredCells).toBe(coverage.coveredCells);
});
