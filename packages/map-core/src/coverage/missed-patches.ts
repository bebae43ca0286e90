import type { Coverage } from './coverage.ts';
import { boxAround, type Box, type Point } from '../geometry/geometry.ts';
import { createGrid, OCCUPIED, type Grid } from '../files/grid.ts';
import { maskZones } from './mask-zones.ts';
import { clearArea, polygonMask, type Mask } from './mask.ts';
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
  const missed = new Uint8Array(coverage.passes.length);
  for (const area of areas) {
    polygonMask(coverage, area, ground).forEach((within, index) => {
      if (within === 1 && coverage.passes[index] === 0) missed[index] = 1;
    });
  }
  for (const area of closed) clearArea(missed, coverage, area);
  const reach = Math.max(1, Math.round(rimM / coverage.resolution));
  return grown(shrunk(missed, coverage, reach), coverage, reach);
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

type Size = Pick<Coverage, 'width' | 'height'>;

/** Erosion: keeps cells with a completely set neighbourhood, so thin parts disappear. */
const shrunk = (mask: Uint8Array, size: Size, reach: number) =>
  spread(
    mask.map((cell) => 1 - cell),
    size,
    reach,
  ).map((cell) => 1 - cell);
const grown = (mask: Uint8Array, size: Size, reach: number) => spread(mask, size, reach);

/** Dilation: sets every cell within `reach` columns and rows of a set one, along rows and then along columns. */
function spread(mask: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const along = spreadLines(mask, height, width, (line, step) => line * width + step, reach);
  return spreadLines(along, width, height, (line, step) => step * width + line, reach);
}

function spreadLines(
  mask: Uint8Array,
  lines: number,
  steps: number,
  indexOf: (line: number, step: number) => number,
  reach: number,
): Uint8Array {
  const result = new Uint8Array(mask.length);
  for (let line = 0; line < lines; line++) {
    let until = -1;
    for (let step = 0; step < steps; step++) {
      if (mask[indexOf(line, step)] === 1) {
        for (let set = Math.max(until + 1, step - reach); set <= Math.min(steps - 1, step + reach); set++) {
          result[indexOf(line, set)] = 1;
        }
        until = Math.min(steps - 1, step + reach);
      }
    }
  }
  return result;
}
