import type { Box } from '../geometry/geometry.ts';
import { rasterOver, type Raster } from '../files/grid.ts';

/** Number of tool passes per cell. */
export interface Coverage extends Raster {
  /** Passes, limited to 255. */
  passes: Uint8Array;
  /** Cells with at least one pass, updated while painting. */
  coveredCells: number;
  /** Cells changed since the last `takeTouched`, so that a view redraws only these. */
  touched: CellBox | undefined;
}

/** Columns and rows, both ends included. */
export interface CellBox {
  minColumn: number;
  maxColumn: number;
  minRow: number;
  maxRow: number;
}

/** An empty coverage over a box in metres; the lower-left corners are equal. `resolution`: metres per cell. */
export const createCoverage = (box: Box, resolution: number): Coverage =>
  coverageOver(rasterOver(box, resolution));

/** An empty coverage with the cells of a raster. */
export const coverageOver = ({ width, height, resolution, originX, originY }: Raster): Coverage => ({
  width,
  height,
  resolution,
  originX,
  originY,
  passes: new Uint8Array(width * height),
  coveredCells: 0,
  touched: undefined,
});

/** Area of the cells with at least one pass, in square metres. */
export const coveredAreaM2 = ({ coveredCells, resolution }: Coverage) =>
  coveredCells * resolution * resolution;

/** A coverage from existing passes, for example from a picture; counts the covered cells. */
export const coverageFromPasses = (raster: Raster, passes: Uint8Array): Coverage => ({
  ...coverageOver({ ...raster, width: 0, height: 0 }),
  width: raster.width,
  height: raster.height,
  passes,
  coveredCells: passes.reduce((count, value) => count + (value > 0 ? 1 : 0), 0),
});

/** Returns the box of cells changed since the last call and resets it; undefined without changes. */
export function takeTouched(coverage: Coverage): CellBox | undefined {
  const { touched } = coverage;
  coverage.touched = undefined;
  return touched;
}
