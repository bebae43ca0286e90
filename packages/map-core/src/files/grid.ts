import type { Box, Point } from '../geometry/geometry.ts';

/** Square cells over a rectangle of the map frame. The origin is the lower-left corner; row 0 has the greatest y. */
export interface Raster {
  width: number;
  height: number;
  /** Metres per cell. */
  resolution: number;
  originX: number;
  originY: number;
}

/** An occupancy grid: a value per cell of a floor. */
export interface Grid extends Raster {
  cells: Uint8Array;
}

/** Cell values of `grid.png` in a map bundle: docs/protocol/maps.md#map-bundle. */
export const OCCUPIED = 0;
export const FREE = 254;
export const UNKNOWN = 205;

/** The raster fields of a grid or coverage, without its cells. */
export const rasterOf = ({ width, height, resolution, originX, originY }: Raster): Raster => ({
  width,
  height,
  resolution,
  originX,
  originY,
});

/** A grid with one value in every cell. */
export const createGrid = (raster: Raster, value = UNKNOWN): Grid => ({
  ...rasterOf(raster),
  cells: new Uint8Array(raster.width * raster.height).fill(value),
});

/** The box of a raster in metres. */
export const boxOfRaster = ({ width, height, resolution, originX, originY }: Raster): Box => ({
  minX: originX,
  minY: originY,
  maxX: originX + width * resolution,
  maxY: originY + height * resolution,
});

/** The smallest raster of this resolution that covers the box and has the same lower-left corner. */
export const rasterOver = (box: Box, resolution: number): Raster => ({
  // A box of a whole number of cells must not get one more by rounding.
  width: Math.max(1, Math.ceil((box.maxX - box.minX) / resolution - 1e-6)),
  height: Math.max(1, Math.ceil((box.maxY - box.minY) / resolution - 1e-6)),
  resolution,
  originX: box.minX,
  originY: box.minY,
});

/** The column of x; may be outside 0…width−1. */
export const columnAt = ({ originX, resolution }: Raster, x: number) =>
  Math.floor((x - originX) / resolution);

/** The row of y; may be outside 0…height−1. */
export const rowAt = ({ originY, resolution, height }: Raster, y: number) =>
  height - 1 - Math.floor((y - originY) / resolution);

/** The cell index at a position; −1 outside the raster. */
export function indexAt(raster: Raster, x: number, y: number) {
  const [column, row] = [columnAt(raster, x), rowAt(raster, y)];
  return column >= 0 && column < raster.width && row >= 0 && row < raster.height
    ? row * raster.width + column
    : -1;
}

/** The x of the cell centres of a column, in metres. */
export const centreX = ({ originX, resolution }: Raster, column: number) =>
  originX + (column + 0.5) * resolution;
/** The y of the cell centres of a row, in metres. */
export const centreY = ({ originY, resolution, height }: Raster, row: number) =>
  originY + (height - row - 0.5) * resolution;

/** The centre of a cell, in metres. */
export const centreOfCell = (raster: Raster, column: number, row: number): Point => ({
  x: centreX(raster, column),
  y: centreY(raster, row),
});

/** The centre of the cell at an index, in metres. */
export const centreOfIndex = (raster: Raster, index: number): Point =>
  centreOfCell(raster, index % raster.width, Math.floor(index / raster.width));

/** The cell value at a position; UNKNOWN outside the grid. */
export function valueAt(grid: Grid, x: number, y: number) {
  const index = indexAt(grid, x, y);
  return index < 0 ? UNKNOWN : grid.cells[index]!;
}

/** Whether the cell at a position is free floor. */
export const isFreeAt = (grid: Grid, x: number, y: number) => valueAt(grid, x, y) === FREE;

export interface GridAreas {
  freeM2: number;
  occupiedM2: number;
  unknownM2: number;
}

/** Area by cell value in square metres; every value except FREE and OCCUPIED is unknown. */
export function areasOf({ cells, resolution }: Grid): GridAreas {
  const counts = new Uint32Array(256);
  for (let i = 0; i < cells.length; i++) counts[cells[i]!]!++;
  const cellM2 = resolution * resolution;
  return {
    freeM2: counts[FREE]! * cellM2,
    occupiedM2: counts[OCCUPIED]! * cellM2,
    unknownM2: (cells.length - counts[FREE]! - counts[OCCUPIED]!) * cellM2,
  };
}
