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
  /** The floor the mask lies over: what is wall there anyway becomes no zone. */
  ground?: Grid;
  /** Smaller pieces are specks of the drawing, smaller holes are no place a robot could reach. */
  minAreaM2?: number;
  maxCorners?: number;
  /** A mask in more pieces is no drawing but noise; the work ends with one more than this. */
  maxZones?: number;
}

/** A mask with more corners is noise or an attack, and is looked at half as sharply until it is neither. */
const maxTotalCorners = 200_000;

/**
 * The occupied cells of a keep-out mask as polygons: simple, counter-clockwise, without holes (a piece with a hole is cut
 * through it), at most `maxCorners` corners each, their edges within one cell of the mask. A mask too ragged to be a drawing is
 * coarsened first, which keeps out more, never less.
 */
export function maskZones(mask: Grid, options: MaskZoneOptions = {}): Point[][] {
  const { ground, minAreaM2 = 0.1, maxCorners = 200, maxZones = 5_000 } = options;
  let raster = rasterOf(mask);
  const fewest = () => Math.max(1, minAreaM2 / raster.resolution ** 2);
  let whole = wholeRaster(mask, keptOut(mask, ground));
  for (;;) {
    whole = withoutPinches(withoutGaps(whole, fewest()));
    if (cornerCount(whole) <= maxTotalCorners) break;
    whole = coarser(whole);
    raster = coarserRaster(raster);
  }
  const zones: Point[][] = [];
  for (const part of piecesOf(whole, fewest())) {
    const waiting = [part];
    for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
      if (zones.length > maxZones) return zones;
      const outlines = outlinesOf(piece);
      const holes = outlines.filter(({ hole }) => hole);
      const outer = outlines.find(({ hole }) => !hole)!;
      const zone = holes.length > 0 ? undefined : zoneOf(raster, piece, outer, maxCorners);
      if (zone) zones.push(zone);
      else
        for (const half of cutAt(piece, cutThrough(piece, holes))) waiting.push(...piecesOf(half, fewest()));
    }
  }
  return zones;
}

/** Twice the cell size, the upper left corner where it was, because row 0 is the top. */
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

/** Where to cut a piece: through the hole nearest to its middle, so that both parts are about as large; else in the middle. */
function cutThrough(piece: Region, holes: readonly Outline[]) {
  const length = Math.max(piece.width, piece.height);
  const middles = holes.map(({ corners }) => {
    const along = corners.map(([column, row]) => (isWide(piece) ? column : row));
    const [first, last] = along.reduce(
      ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
      [Infinity, 0],
    );
    // Strictly inside the hole where it is more than one cell long, and never outside the piece.
    return Math.max(1, Math.floor((first + last) / 2));
  });
  const away = (at: number) => Math.abs(at - length / 2);
  return middles.reduce(
    (best, at) => (away(at) < away(best) ? at : best),
    middles[0] ?? Math.floor(length / 2),
  );
}

const maxTracedCells = 4_000;

/** The outline in metres, smoothed by up to a cell; undefined when it has more than `maxCorners` corners even so. */
function zoneOf(
  raster: Raster,
  { column, row }: Region,
  { corners }: Outline,
  maxCorners: number,
): Point[] | undefined {
  const { resolution, originX, originY, height } = raster;
  // Simplifying takes the square of the corners at worst; an outline this long is cut before it is tried.
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
