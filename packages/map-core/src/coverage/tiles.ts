import type { Coverage } from './coverage.ts';
import type { Box, Point } from '../geometry/geometry.ts';
import { centreX, centreY, columnAt, rowAt, type Raster } from '../files/grid.ts';
import type { Mask } from './mask.ts';

/** A floor in coarse squares with one number each, computed from many runs, such as passes or age. */
export interface Tiles extends Raster {
  values: Uint16Array;
}

/** The value of an unknown tile. */
export const noValue = 0xff_ff;
/** The largest value; larger numbers are limited to it. */
export const maxValue = 0xff_fd;

const finestM = 0.25;

/** The finest raster over a floor with at most `maxTiles` tiles. */
export function tileRaster(
  { width, height, resolution, originX, originY }: Raster,
  maxTiles: number,
): Raster {
  let size = Math.max(finestM, resolution);
  const across = () => Math.max(1, Math.ceil((width * resolution) / size - 1e-6));
  const down = () => Math.max(1, Math.ceil((height * resolution) / size - 1e-6));
  while (across() * down() > maxTiles) size *= 2;
  return { width: across(), height: down(), resolution: size, originX, originY };
}

/** Tiles with unknown values. */
export const createTiles = (raster: Raster): Tiles => ({
  ...raster,
  values: new Uint16Array(raster.width * raster.height).fill(noValue),
});

/** Part of a raster on the same cells: its first column and row, and its own raster. */
export interface RasterPart {
  column: number;
  row: number;
  raster: Raster;
}

/** The part of a raster under a box in metres; undefined when they do not overlap. */
export function partOf(raster: Raster, box: Box): RasterPart | undefined {
  const column = Math.max(0, columnAt(raster, box.minX));
  const row = Math.max(0, rowAt(raster, box.maxY));
  const lastColumn = Math.min(raster.width - 1, columnAt(raster, box.maxX));
  const lastRow = Math.min(raster.height - 1, rowAt(raster, box.minY));
  // Also undefined for a box with NaN.
  if (!(lastColumn >= column && lastRow >= row)) return undefined;
  const { resolution, originX, originY, height } = raster;
  return {
    column,
    row,
    raster: {
      width: lastColumn - column + 1,
      height: lastRow - row + 1,
      resolution,
      originX: originX + column * resolution,
      originY: originY + (height - 1 - lastRow) * resolution,
    },
  };
}

/** Visits the tiles of a part: index in the tiles, index in the part. */
export function eachOfPart(tiles: Raster, part: RasterPart, visit: (tile: number, index: number) => void) {
  const { width, height } = part.raster;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      visit((part.row + row) * tiles.width + part.column + column, row * width + column);
}

/** Adds to a tile, up to `maxValue`; an unknown tile starts at 0. */
export function addTo({ values }: Tiles, tile: number, amount: number) {
  const before = values[tile]!;
  values[tile] = Math.min(maxValue, (before === noValue ? 0 : before) + amount);
}

/** Adds the passes of one run, painted on a part of the tiles. Tiles without a pass are unchanged. */
export const addPasses = (tiles: Tiles, part: RasterPart, { passes }: Pick<Coverage, 'passes'>) =>
  eachOfPart(tiles, part, (tile, index) => {
    if (passes[index]! > 0) addTo(tiles, tile, passes[index]!);
  });

/** Adds one to every tile of a mask on a part. */
export const addMask = (tiles: Tiles, part: RasterPart, mask: Mask) =>
  eachOfPart(tiles, part, (tile, index) => {
    if (mask[index] === 1) addTo(tiles, tile, 1);
  });

/** Tiles with centres within a distance of a place; at least the tile of the place. */
export function tilesAround(raster: Raster, place: Point, radiusM: number): number[] {
  const { width, height, resolution } = raster;
  const reach = Math.ceil(radiusM / resolution);
  const [column, row] = [columnAt(raster, place.x), rowAt(raster, place.y)];
  const tiles: number[] = [];
  for (let r = Math.max(0, row - reach); r <= Math.min(height - 1, row + reach); r++)
    for (let c = Math.max(0, column - reach); c <= Math.min(width - 1, column + reach); c++) {
      const away = Math.hypot(centreX(raster, c) - place.x, centreY(raster, r) - place.y);
      if (away <= radiusM || (c === column && r === row)) tiles.push(r * width + c);
    }
  return tiles;
}

/** The values as little-endian bytes on every machine. */
export function tileBytes(values: Uint16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint16(2 * index, value, true));
  return bytes;
}

/** Reads the values written by `tileBytes`. */
export function tileValues(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.byteLength >> 1 }, (_, index) => view.getUint16(2 * index, true));
}
