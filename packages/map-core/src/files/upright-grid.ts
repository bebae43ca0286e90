import type { Raster, Grid } from './grid.ts';
import { UNKNOWN } from './grid.ts';

/** Cosine and sine of each number of quarter turns, exactly. */
const quarters = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

type Size = Pick<Raster, 'width' | 'height'>;

/** A picture turned counterclockwise about its lower-left corner, and the box around it, in cells from that corner. */
interface Turn {
  cos: number;
  sin: number;
  minX: number;
  minY: number;
  width: number;
  height: number;
}

/**
 * The quarter turns that differ from a turn by less than half a cell in every corner; undefined for other turns. Files round
 * π/2 and 2π to a few digits.
 */
function quarterTurns({ width, height }: Size, yaw: number): number | undefined {
  const count = Math.round(yaw / (Math.PI / 2));
  const rest = Math.abs(yaw - count * (Math.PI / 2));
  return rest * Math.hypot(width, height) < 0.5 ? ((count % 4) + 4) % 4 : undefined;
}

/** Whether a turn moves no cell of a picture. */
export const isUpright = (size: Size, yaw: number) => quarterTurns(size, yaw) === 0;

function turnOf(size: Size, yaw: number): Turn {
  const quarter = quarterTurns(size, yaw);
  const [cos, sin] = quarter === undefined ? [Math.cos(yaw), Math.sin(yaw)] : quarters[quarter]!;
  const { width, height } = size;
  const xs = [0, cos * width, -sin * height, cos * width - sin * height];
  const ys = [0, sin * width, cos * height, sin * width + cos * height];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  // A box of a whole number of cells must not get one more by rounding.
  const cellsTo = (min: number, values: number[]) => Math.max(1, Math.ceil(Math.max(...values) - min - 1e-6));
  return { cos, sin, minX, minY, width: cellsTo(minX, xs), height: cellsTo(minY, ys) };
}

/** The size of the upright grid around a turned one; known before memory is allocated. */
export function sizeOfUpright(size: Size, yaw: number): Size {
  const { width, height } = turnOf(size, yaw);
  return { width, height };
}

/**
 * A grid that is turned counterclockwise about its lower-left corner, as an upright grid in the same frame: each cell has the
 * value of the turned cell under its centre, and is unknown beside them. `changedCells` counts the turned cells whose centre
 * has another value afterwards.
 */
export function uprightGrid(turned: Grid, yaw: number): { grid: Grid; changedCells: number } {
  const turn = turnOf(turned, yaw);
  const { resolution, originX, originY } = turned;
  const grid: Grid = {
    width: turn.width,
    height: turn.height,
    resolution,
    originX: originX + turn.minX * resolution,
    originY: originY + turn.minY * resolution,
    cells: new Uint8Array(turn.width * turn.height),
  };
  sample(turned, turn, grid);
  return { grid, changedCells: countChanged(turned, turn, grid) };
}

function sample(turned: Grid, { cos, sin, minX, minY }: Turn, { width, height, cells }: Grid) {
  for (let row = 0; row < height; row++) {
    const y = minY + height - row - 0.5;
    for (let column = 0; column < width; column++) {
      const x = minX + column + 0.5;
      cells[row * width + column] = cellAt(turned, cos * x + sin * y, cos * y - sin * x);
    }
  }
}

function countChanged(turned: Grid, { cos, sin, minX, minY }: Turn, upright: Grid) {
  let changed = 0;
  for (let row = 0; row < turned.height; row++) {
    const y = turned.height - row - 0.5;
    for (let column = 0; column < turned.width; column++) {
      const x = column + 0.5;
      const value = cellAt(upright, cos * x - sin * y - minX, sin * x + cos * y - minY);
      if (value !== turned.cells[row * turned.width + column]) changed++;
    }
  }
  return changed;
}

/** The value at a place in cells from the lower-left corner; called for each cell, so it allocates no objects. */
function cellAt({ width, height, cells }: Grid, x: number, y: number): number {
  const [column, row] = [Math.floor(x), height - 1 - Math.floor(y)];
  return column >= 0 && column < width && row >= 0 && row < height ? cells[row * width + column]! : UNKNOWN;
}
