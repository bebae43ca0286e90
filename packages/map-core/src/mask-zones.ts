import type { Point } from './geometry.ts';
import { centreOfIndex, OCCUPIED, valueAt, type Grid } from './grid.ts';
import {
  cellCount,
  cutAt,
  outlinesOf,
  piecesOf,
  wholeRaster,
  withoutPinches,
  type Outline,
  type Region,
} from './region.ts';
import { simplifiedRing } from './simplify.ts';

export interface MaskZoneOptions {
  /** The floor the mask lies over: what is wall there anyway becomes no zone. */
  ground?: Grid;
  /** Smaller pieces are specks of the drawing, smaller holes are no place a robot could reach. */
  minAreaM2?: number;
  maxCorners?: number;
}

/**
 * The occupied cells of a keep-out mask as polygons: simple, counter-clockwise, without holes (a piece with a hole is cut
 * through it), at most `maxCorners` corners each, their edges within one cell of the mask.
 */
export function maskZones(mask: Grid, options: MaskZoneOptions = {}): Point[][] {
  const { ground, minAreaM2 = 0.1, maxCorners = 200 } = options;
  const fewest = Math.max(1, minAreaM2 / mask.resolution ** 2);
  const waiting = piecesOf(withoutPinches(wholeRaster(mask, keptOut(mask, ground))));
  const zones: Point[][] = [];
  for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
    if (cellCount(piece) < fewest) continue;
    const outlines = outlinesOf(piece);
    const pockets = outlines.filter(({ hole, corners }) => hole && cellsWithin(corners) < fewest);
    const hole = outlines.find((outline) => outline.hole && !pockets.includes(outline));
    const outer = outlines.find((outline) => !outline.hole)!;
    const zone = hole ? undefined : zoneOf(mask, piece, outer, maxCorners);
    if (zone) zones.push(zone);
    else for (const half of cutAt(piece, cutColumn(hole ?? outer))) waiting.push(...piecesOf(half));
  }
  return zones;
}

function keptOut(mask: Grid, ground: Grid | undefined) {
  return mask.cells.map((value, index) => {
    if (value !== OCCUPIED) return 0;
    const { x, y } = centreOfIndex(mask, index);
    return ground && valueAt(ground, x, y) === OCCUPIED ? 0 : 1;
  });
}

/** The cells an outline encloses. */
function cellsWithin(corners: Outline['corners']) {
  let twice = 0;
  corners.forEach(([x, y], i) => {
    const [toX, toY] = corners[(i + 1) % corners.length]!;
    twice += x * toY - toX * y;
  });
  return Math.abs(twice) / 2;
}

/** A column through the middle of the outline; strictly inside it, because it has at least one cell on either side or is cut off whole. */
function cutColumn({ corners }: Outline) {
  const columns = corners.map(([column]) => column);
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  return Math.max(first + 1, Math.floor((first + last) / 2));
}

/** The outline in metres, as coarse as it must be for `maxCorners`; undefined when no tolerance up to four cells gets there. */
function zoneOf(
  mask: Grid,
  { column, row }: Region,
  { corners }: Outline,
  maxCorners: number,
): Point[] | undefined {
  const { resolution, originX, originY, height } = mask;
  const exact = corners.map(([x, y]) => ({
    x: originX + (column + x) * resolution,
    y: originY + (height - row - y) * resolution,
  }));
  for (const cells of [0.75, 0.5, 0]) {
    const ring = simplifiedRing(exact, cells * resolution);
    if (ring && ring.length <= maxCorners) return ring;
  }
  return undefined;
}
