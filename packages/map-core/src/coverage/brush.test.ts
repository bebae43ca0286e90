import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from '../geometry/geometry.ts';
import { turnBetween } from '../geometry/pose.ts';
import { centreOfIndex } from '../files/grid.ts';
import { createBrush, paintPath, paintSegment, paintTrajectory, type CleaningTool } from './brush.ts';
import { coveredAreaM2, createCoverage, type Coverage } from './coverage.ts';

const hall = { minX: -2.5, minY: -2.5, maxX: 2.5, maxY: 2.5 };
const fineM = 0.02;
const coarseM = 0.1;
const fine = () => createCoverage(hall, fineM);
const coarse = () => createCoverage(hall, coarseM);

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyPoint = fc.record({ x: number(-1.4, 1.4), y: number(-1.4, 1.4) });
const anyPath = fc.array(anyPoint, { minLength: 2, maxLength: 7 });
const anyTool = fc.record({ toolWidthM: number(0.2, 1), toolOffsetM: number(-0.5, 0.5) });
/** Each case paints a whole raster. */
const fewRuns = { numRuns: 25 };

const cellsOf = ({ passes }: Coverage) => [...passes.keys()].filter((index) => passes[index]! > 0);
const lengthOf = (path: readonly Point[]) =>
  path.reduce((sum, p, i) => (i === 0 ? 0 : sum + Math.hypot(p.x - path[i - 1]!.x, p.y - path[i - 1]!.y)), 0);
const headings = (path: readonly Point[]) =>
  path.slice(1).flatMap((p, i) => {
    const [dx, dy] = [p.x - path[i]!.x, p.y - path[i]!.y];
    return dx === 0 && dy === 0 ? [] : [Math.atan2(dy, dx)];
  });
const turnsOf = (path: readonly Point[]) => {
  const all = headings(path);
  return all.slice(1).map((heading, i) => turnBetween(all[i]!, heading));
};

test('a straight way covers width × length, wherever the bar is', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, anyTool, (from, to, tool) => {
      const coverage = fine();
      paintSegment(coverage, from, to, tool);
      const length = lengthOf([from, to]);
      const rim = 2 * (length + tool.toolWidthM) * fineM + fineM * fineM;
      expect(Math.abs(coveredAreaM2(coverage) - length * tool.toolWidthM)).toBeLessThan(rim);
    }),
    fewRuns,
  );
});

test('a way covers no more than width × length and the circles of its turns', () => {
  fc.assert(
    fc.property(anyPath, number(0.2, 1), (path, toolWidthM) => {
      const coverage = fine();
      paintPath(coverage, path, { toolWidthM });
      const swept = turnsOf(path).reduce((sum, turn) => sum + Math.abs(turn) * (toolWidthM / 2) ** 2, 0);
      const rim = (lengthOf(path) * 2 + path.length * 4 * toolWidthM) * fineM + 0.01;
      expect(coveredAreaM2(coverage)).toBeLessThan(lengthOf(path) * toolWidthM + swept + rim);
    }),
    fewRuns,
  );
});

/** Whether a cell is under the bar on its way, by the definition: behind no end of a stretch, or within the angle of a turn. */
function isReached(cell: Point, path: readonly Point[], toolWidthM: number) {
  const half = toolWidthM / 2 + 1e-9;
  return path.some((b, i) => {
    const a = path[i - 1];
    if (!a) return false;
    const [length, heading] = [Math.hypot(b.x - a.x, b.y - a.y), Math.atan2(b.y - a.y, b.x - a.x)];
    const [dx, dy] = [cell.x - a.x, cell.y - a.y];
    const along = dx * Math.cos(heading) + dy * Math.sin(heading);
    const across = dy * Math.cos(heading) - dx * Math.sin(heading);
    if (along >= -1e-9 && along <= length + 1e-9 && Math.abs(across) <= half) return true;
    const before = path[i - 2];
    if (!before || Math.hypot(dx, dy) > half) return false;
    const earlier = Math.atan2(a.y - before.y, a.x - before.x);
    const turn = turnBetween(earlier, heading);
    const angle = Math.atan2(dy, dx);
    return [Math.PI / 2, -Math.PI / 2].some((end) => {
      const share = turnBetween(earlier + end, angle) / turn;
      return share >= 0 && share <= 1;
    });
  });
}

test('a tool at the centre covers exactly the cells that its bar passes', () => {
  fc.assert(
    fc.property(anyPath, number(0.2, 1), (path, toolWidthM) => {
      const coverage = coarse();
      paintPath(coverage, path, { toolWidthM });
      const wrong = [...coverage.passes.keys()].filter(
        (index) =>
          isReached(centreOfIndex(coverage, index), path, toolWidthM) !== coverage.passes[index]! > 0,
      );
      // A cell centre on a rim of a turn may fall on either side.
      expect(wrong.length).toBeLessThanOrEqual(1);
    }),
    fewRuns,
  );
});

/** The least distance of a place to the bar on its way, by small steps of way and turn. */
function leastDistance(cell: Point, poses: readonly (Point & { theta: number })[], tool: CleaningTool) {
  let least = Infinity;
  for (const { x, y, theta } of poses) {
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    const [dx, dy] = [cell.x - x, cell.y - y];
    const ahead = dx * c + dy * s - (tool.toolOffsetM ?? 0);
    const beside = Math.max(0, Math.abs(dy * c - dx * s) - tool.toolWidthM / 2);
    least = Math.min(least, Math.hypot(ahead, beside));
  }
  return least;
}

const stepM = 0.01;
function posesAlong(path: readonly Point[]) {
  const [all, turns] = [headings(path), turnsOf(path)];
  return path.slice(1).flatMap((b, i) => {
    const [a, theta] = [path[i]!, all[i]!];
    const turn = i === 0 ? 0 : turns[i - 1]!;
    const turning = Math.ceil(Math.abs(turn) / stepM);
    const driving = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / stepM);
    return [
      ...Array.from({ length: turning }, (_, n) => ({ ...a, theta: theta - turn * (1 - n / turning) })),
      ...Array.from({ length: driving + 1 }, (_, n) => ({
        x: a.x + ((b.x - a.x) * n) / driving,
        y: a.y + ((b.y - a.y) * n) / driving,
        theta,
      })),
    ];
  });
}

test('a tool ahead or behind covers the cells that its bar passes in small steps', () => {
  const corner = fc.array(anyPoint, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(corner, anyTool, (path, tool) => {
      fc.pre(headings(path).length === 2);
      const coverage = coarse();
      paintPath(coverage, path, tool);
      const poses = posesAlong(path);
      const least = centresOf(coverage).map((cell) => leastDistance(cell, poses, tool));
      const wrong = least.filter((distance, index) => distance <= 2 * stepM !== coverage.passes[index]! > 0);
      // Cells whose centre is nearer to a rim than a step.
      expect(wrong.filter((distance) => distance > 3 * stepM)).toEqual([]);
      // A straight rim may run along a row of centres; turns add arcs.
      const rim = (2 * lengthOf(path) + 4 * tool.toolWidthM) / coarseM;
      expect(wrong.length).toBeLessThanOrEqual(Math.max(rim, 0.15 * coverage.coveredCells));
    }),
    { numRuns: 5 },
  );
});
const centresOf = (coverage: Coverage) =>
  Array.from({ length: coverage.passes.length }, (_, index) => centreOfIndex(coverage, index));

test('the same ways in any order and direction cover the same cells', () => {
  fc.assert(
    fc.property(fc.array(anyPath, { minLength: 1, maxLength: 4 }), number(0.2, 1), (ways, toolWidthM) => {
      const [here, there] = [coarse(), coarse()];
      for (const way of ways) paintPath(here, way, { toolWidthM });
      for (const way of ways.toReversed()) paintPath(there, way.toReversed(), { toolWidthM });
      const differing = cellsOf(here).length - cellsOf(there).length;
      expect(Math.abs(differing)).toBeLessThanOrEqual(1);
    }),
    fewRuns,
  );
});

test('two stretches of a straight way join without a gap and without a second pass', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, number(0.05, 0.95), anyTool, (from, to, share, tool) => {
      // The middle of a shorter way is beside it by rounding.
      fc.pre(lengthOf([from, to]) > 0.01);
      const middle = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const [whole, joined] = [coarse(), coarse()];
      paintPath(whole, [from, to], tool);
      paintPath(joined, [from, middle, to], tool);
      expect(joined.passes).toEqual(whole.passes);
    }),
    fewRuns,
  );
});

test('a turn on the spot covers the circle of the bar, and a bar ahead of the centre a ring', () => {
  const spin = (tool: CleaningTool) => {
    const coverage = fine();
    const brush = createBrush(coverage, tool);
    for (let turn = 0; turn <= 8; turn++) brush.paintTo({ x: 0.003, y: 0.007, theta: (turn * Math.PI) / 4 });
    return coveredAreaM2(coverage);
  };
  expect(spin({ toolWidthM: 0.8 })).toBeCloseTo(Math.PI * 0.16, 1);
  expect(spin({ toolWidthM: 0.8, toolOffsetM: 0.3 })).toBeCloseTo(Math.PI * 0.16, 1);
  expect(spin({ toolWidthM: 0.8, toolOffsetM: -0.3 })).toBeCloseTo(Math.PI * 0.16, 1);
});

test('a pose that its robot changes in place is painted like poses of its own', () => {
  const [own, same] = [fine(), fine()];
  const [first, second] = [own, same].map((coverage) => createBrush(coverage, { toolWidthM: 0.5 }));
  const pose = { x: 0, y: 0, theta: 0 };
  for (let step = 0; step < 20; step++) {
    pose.x = step * 0.05;
    first!.paintTo({ ...pose });
    second!.paintTo(pose);
  }
  expect(same.passes).toEqual(own.passes);
  expect(coveredAreaM2(own)).toBeGreaterThan(0.4);
});

test('a robot that drives back keeps its tool on its side', () => {
  const coverage = fine();
  const tool = { toolWidthM: 0.4, toolOffsetM: 0.3 };
  const back = [
    { x: 0, y: 0, theta: 0 },
    { x: -1, y: 0, theta: 0 },
  ];
  paintPath(coverage, back, tool);
  const xs = cellsOf(coverage).map((index) => centreOfIndex(coverage, index).x);
  expect(Math.max(...xs)).toBeCloseTo(0.3, 1);
  expect(Math.min(...xs)).toBeCloseTo(-0.7, 1);
  expect(coveredAreaM2(coverage)).toBeCloseTo(0.4, 1);
});

test('the tool is painted between the points at which it is down, and not beyond them', () => {
  const coverage = fine();
  const point = (x: number, cleaning: boolean) => ({ x, y: 0.01, theta: 0, cleaning });
  const path = [point(-2, false), point(-1, true), point(1, true), point(2, false)];
  paintTrajectory(coverage, path, { toolWidthM: 0.5 });
  expect(coveredAreaM2(coverage)).toBeCloseTo(1, 1);
});

test('the noise of the pose of a standing tool counts as one pass and covers no circle', () => {
  const noise = fc.array(
    fc.record({ x: number(0, 0.007), y: number(0, 0.007), theta: number(-0.02, 0.02) }),
    {
      minLength: 30,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(noise, (poses) => {
      const coverage = fine();
      paintPath(coverage, [{ x: -0.5, y: 0, theta: 0 }, ...poses], { toolWidthM: 0.5 });
      expect(coverage.passes.some((passes) => passes > 1)).toBe(false);
      expect(coveredAreaM2(coverage)).toBeLessThan(0.5 * 0.5 + 0.03);
    }),
    fewRuns,
  );
});
