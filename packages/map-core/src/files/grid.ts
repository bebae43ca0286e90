import type { Box, Point } from '../geometry/geometry.ts';

/** Square cells over a rectangle of the map frame. The origin is the lower-left corner; row 0 has the greatest y. */
export interface Raster {
  width: number;
  height: number;
  /** Metres a cell. */
  resolution: number;
  originX: number;
  originY: number;
}

/** An occupancy grid: what each cell of a floor is. */
export interface Grid extends Raster {
  cells: Uint8Array;
}

/** Cell values, as `grid.png` of a map bundle stores them (protocol 2.12). */
export const OCCUPIED = 0;
export const FREE = 254;
export const UNKNOWN = 205;

export const rasterOf = ({ width, height, resolution, originX, originY }: Raster): Raster => ({
  width,
  height,
  resolution,
  originX,
  originY,
});

export const createGrid = (raster: Raster, value = UNKNOWN): Grid => ({
  ...rasterOf(raster),
  cells: new Uint8Array(raster.width * raster.height).fill(value),
});

export const boxOfRaster = ({ width, height, resolution, originX, originY }: Raster): Box => ({
  minX: originX,
  minY: originY,
  maxX: originX + width * resolution,
  maxY: originY + height * resolution,
});

/** The smallest raster of this resolution whose lower-left corner is the box's and which covers the box. */
export const rasterOver = (box: Box, resolution: number): Raster => ({
  // A box that is a whole number of cells must not gain one by rounding.
  width: Math.max(1, Math.ceil((box.maxX - box.minX) / resolution - 1e-6)),
  height: Math.max(1, Math.ceil((box.maxY - box.minY) / resolution - 1e-6)),
  resolution,
  originX: box.minX,
  originY: box.minY,
});

/** The column x falls in; may lie outside 0…width−1. */
export const columnAt = ({ originX, resolution }: Raster, x: number) =>
  Math.floor((x - originX) / resolution);

/** The row y falls in; may lie outside 0…height−1. */
export const rowAt = ({ originY, resolution, height }: Raster, y: number) =>
  height - 1 - Math.floor((y - originY) / resolution);

/** The index of the cell at a place, −1 outside the raster. */
export function indexAt(raster: Raster, x: number, y: number) {
  const [column, row] = [columnAt(raster, x), rowAt(raster, y)];
  return column >= 0 && column < raster.width && row >= 0 && row < raster.height
    ? row * raster.width + column
    : -1;
}

export const centreX = ({ originX, resolution }: Raster, column: number) =>
  originX + (column + 0.5) * resolution;
export const centreY = ({ originY, resolution, height }: Raster, row: number) =>
  originY + (height - row - 0.5) * resolution;

export const centreOfCell = (raster: Raster, column: number, row: number): Point => ({
  x: centreX(raster, column),
  y: centreY(raster, row),
});

export const centreOfIndex = (raster: Raster, index: number): Point =>
  centreOfCell(raster, index % raster.width, Math.floor(index / raster.width));

/** What the floor is at a place; unknown outside the grid. */
export function valueAt(grid: Grid, x: number, y: number) {
  const index = indexAt(grid, x, y);
  return index < 0 ? UNKNOWN : grid.cells[index]!;
}

export const isFreeAt = (grid: Grid, x: number, y: number) => valueAt(grid, x, y) === FREE;

export interface GridAreas {
  freeM2: number;
  occupiedM2: number;
  unknownM2: number;
}

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
