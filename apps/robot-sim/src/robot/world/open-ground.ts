import { boxAround, polygonArea, type Point } from '@sweepline/map-core';
import { pathLength, type Path } from '../../motion/route.ts';
import type { Canvas, Ground, WorkRequest } from './ground.ts';
import type { RobotSpec } from '../spec.ts';

/** The cleaned share that a light robot reports for a finished area; about that of the other robots. */
const usualShare = 0.985;

/**
 * Ground for light robots, a thousand per core: without walls, grid and coverage. They drive straight lines, clean in lanes
 * across the polygon's box, and compute the cleaned area from the metres driven.
 */
export const openGround = (spec: RobotSpec): Ground => ({
  mayStand: () => true,
  mayStray: () => true,
  route: (from, to) => Float64Array.of(from.x, from.y, to.x, to.y),
  plan: (request) => {
    const strokes = lanesAcross(request, Math.max(0.1, spec.cleaningWidthM - request.overlapM));
    const lengthM = strokes.reduce((sum, stroke) => sum + pathLength(stroke), 0);
    const plannedM2 = polygonArea(request.polygon);
    return { strokes, edgeStrokes: 0, plannedM2, lengthM, canvas: counting(plannedM2, lengthM) };
  },
});

function lanesAcross({ polygon }: WorkRequest, spacing: number): Path[] {
  const { minX, minY, maxX, maxY } = boxAround(polygon);
  const strokes: Path[] = [];
  let lane = 0;
  for (let y = minY + spacing / 2; y < maxY; y += spacing) {
    const span = crossing(polygon, y) ?? [minX, maxX];
    const [a, b] = lane++ % 2 === 0 ? span : [span[1], span[0]];
    strokes.push(Float64Array.of(a, y, b, y));
  }
  return strokes;
}

/** The x at which a horizontal line first enters and last leaves the polygon. */
function crossing(polygon: readonly Point[], y: number): [number, number] | undefined {
  let [low, high] = [Infinity, -Infinity];
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    if (a.y > y === b.y > y) return;
    const x = a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y);
    [low, high] = [Math.min(low, x), Math.max(high, x)];
  });
  return low <= high ? [low, high] : undefined;
}

function counting(plannedM2: number, lengthM: number): Canvas {
  let [driven, x, y, down] = [0, 0, 0, false];
  return {
    coverage: undefined,
    restore: () => undefined,
    paintTo: ({ x: toX, y: toY }) => {
      if (down) driven += Math.hypot(toX - x, toY - y);
      [x, y, down] = [toX, toY, true];
    },
    liftTo: () => {
      down = false;
    },
    cleanedM2: () => plannedM2 * usualShare * Math.min(1, lengthM > 0 ? driven / lengthM : 1),
  };
}
