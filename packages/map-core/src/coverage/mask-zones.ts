import type { Point } from '../geometry/geometry.ts';
import { centreOfIndex, OCCUPIED, rasterOf, valueAt, type Grid, type Raster } from '../files/grid.ts';
import { cornerCount, outlinesOf, type Outline } from '../geometry/outline.ts';
import {
  coarser,
  cutAt,
  isWide,
  piecesOf,
  wholeRaster,
  withoutGaps,
  withoutPinches,
  type Region,
} from '../geometry/region.ts';
import { simplifiedRing } from '../geometry/simplify.ts';

export interface MaskZoneOptions {
  /** Grid of the floor: its walls become no zone. */
  ground?: Grid;
  /** Smaller pieces are treated as specks, smaller holes as unreachable. */
  minAreaM2?: number;
  maxCorners?: number;
  /** A mask with more pieces is noise; the work stops at one more than this. */
  maxZones?: number;
}

/** A mask with more corners is noise or an attack; its resolution is halved until it has fewer. */
const maxTotalCorners = 200_000;

/**
 * The occupied cells of a keep-out mask as polygons in metres: simple, counter-clockwise, without holes (a piece with a
 * hole is cut through it), at most `maxCorners` corners each, edges within one cell of the mask. A very ragged mask is
 * coarsened first, which only enlarges the keep-out area.
 */
export function maskZones(mask: Grid, options: MaskZoneOptions = {}): Point[][] {
  const { ground, minAreaM2 = 0.1, maxCorners = 200, maxZones = 5_000 } = options;
  let raster = rasterOf(mask);
  const minCells = () => Math.max(1, minAreaM2 / raster.resolution ** 2);
  let whole = wholeRaster(mask, keptOut(mask, ground));
  for (;;) {
    whole = withoutPinches(withoutGaps(whole, minCells()));
    if (cornerCount(whole) <= maxTotalCorners) break;
    whole = coarser(whole);
    raster = coarserRaster(raster);
  }
  const zones: Point[][] = [];
  for (const part of piecesOf(whole, minCells())) {
    const pending = [part];
    for (let piece = pending.pop(); piece; piece = pending.pop()) {
      if (zones.length > maxZones) return zones;
      const outlines = outlinesOf(piece);
      const holes = outlines.filter(({ hole }) => hole);
      const outer = outlines.find(({ hole }) => !hole)!;
      const zone = holes.length > 0 ? undefined : zoneOf(raster, piece, outer, maxCorners);
      if (zone) zones.push(zone);
      else
        for (const half of cutAt(piece, cutThrough(piece, holes)))
          pending.push(...piecesOf(half, minCells()));
    }
  }
  return zones;
}

/** Doubles the cell size and keeps the upper-left corner, because row 0 is the top. */
function coarserRaster({ width, height, resolution, originX, originY }: Raster): Raster {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const top = originY + height * resolution;
  return {
    width: across,
    height: down,
    resolution: 2 * resolution,
    originX,
    originY: top - down * 2 * resolution,
  };
}

function keptOut(mask: Grid, ground: Grid | undefined) {
  return mask.cells.map((value, index) => {
    if (value !== OCCUPIED) return 0;
    const { x, y } = centreOfIndex(mask, index);
    return ground && valueAt(ground, x, y) === OCCUPIED ? 0 : 1;
  });
}

/** Where to cut a piece: through the hole nearest to its middle, else in the middle, so that the parts are similar. */
function cutThrough(piece: Region, holes: readonly Outline[]) {
  const length = Math.max(piece.width, piece.height);
  const middles = holes.map(({ corners }) => {
    const along = corners.map(([column, row]) => (isWide(piece) ? column : row));
    const [first, last] = along.reduce(
      ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
      [Infinity, 0],
    );
    // Strictly inside a hole of more than one cell, and never outside the piece.
    return Math.max(1, Math.floor((first + last) / 2));
  });
  const away = (at: number) => Math.abs(at - length / 2);
  return middles.reduce(
    (best, at) => (away(at) < away(best) ? at : best),
    middles[0] ?? Math.floor(length / 2),
  );
}

const maxTracedCells = 4_000;

/** The outline in metres, simplified by up to one cell; undefined when it still has more than `maxCorners` corners. */
function zoneOf(
  raster: Raster,
  { column, row }: Region,
  { corners }: Outline,
  maxCorners: number,
): Point[] | undefined {
  const { resolution, originX, originY, height } = raster;
  // Simplifying is quadratic in the worst case; a longer outline is cut first.
  if (corners.length > maxTracedCells) return undefined;
  const exact = corners.map(([x, y]) => ({
    x: originX + (column + x) * resolution,
    y: originY + (height - row - y) * resolution,
  }));
  for (const cells of [0.75, 0.5, 0]) {
    const ring = simplifiedRing(exact, cells * resolution, maxCorners);
    if (ring) return ring;
  }
  return undefined;
}
