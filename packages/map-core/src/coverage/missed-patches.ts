import type { Coverage } from './coverage.ts';
import { boxAround, type Box, type Point } from '../geometry/geometry.ts';
import { createGrid, OCCUPIED, type Grid } from '../files/grid.ts';
import { maskZones } from './mask-zones.ts';
import { cleanableMask } from './figures.ts';
import type { Mask } from './mask.ts';
import { opened } from './morphology.ts';
import { polygonArea } from '../geometry/polygon.ts';
import { reasonsOver, type MissedSpot } from './missed-reasons.ts';
import type { ZoneType } from '../geometry/shapes.ts';

/** A part of the planned floor that was not cleaned. */
export interface MissedPatch {
  id: string;
  points: Point[];
  areaM2: number;
  box: Box;
  /** The reason, if the robot reported one. */
  reason?: string;
}

/** A strip narrower than twice this is along a wall, where tools do not reach. */
const rimM = 0.2;
/** Smaller patches are ignored. */
export const minMissedM2 = 0.25;
const maxPatches = 40;

/** Polygons of the no-go and no-clean zones; floor in them is not missed. */
export const closedAreas = (
  zones: readonly { type: ZoneType; points: readonly Point[] }[],
): readonly (readonly Point[])[] =>
  zones.flatMap(({ type, points }) => (type === 'NO_GO' || type === 'NO_CLEAN' ? [points] : []));

/**
 * Mask on the cells of the coverage: 1 for free floor of the areas without a pass that a tool can reach. Floor in `closed`
 * polygons is not missed.
 */
export function missedMask(
  coverage: Coverage,
  areas: readonly (readonly Point[])[],
  ground: Grid | undefined,
  closed: readonly (readonly Point[])[] = [],
): Mask {
  const missed = cleanableMask({ coverage, areas, ground, closed }).map((cell, index) =>
    coverage.passes[index] === 0 ? cell : 0,
  );
  const reach = Math.max(1, Math.round(rimM / coverage.resolution));
  return opened(missed, coverage, reach);
}

/** The missed patches of the areas, the largest first, at most 40. `spots` are the reasons reported by the robot. */
export function missedPatches(
  coverage: Coverage,
  areas: readonly (readonly Point[])[],
  ground: Grid | undefined,
  spots: readonly MissedSpot[] = [],
  closed: readonly (readonly Point[])[] = [],
): MissedPatch[] {
  const whole = missedMask(coverage, areas, ground, closed);
  const grid = createGrid(coverage);
  whole.forEach((cell, index) => {
    if (cell === 1) grid.cells[index] = OCCUPIED;
  });
  const reasonOf = reasonsOver(whole, coverage, spots);
  return maskZones(grid, { minAreaM2: minMissedM2 })
    .map((points) => ({ points, areaM2: polygonArea(points), box: boxAround(points) }))
    .toSorted((a, b) => b.areaM2 - a.areaM2)
    .slice(0, maxPatches)
    .map((patch, index) => ({ ...patch, id: `missed-${index + 1}`, ...reasonOf(patch) }));
}
