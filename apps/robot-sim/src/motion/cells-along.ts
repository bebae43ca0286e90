import type { Raster } from '@sweepline/map-core';

/**
 * Visits every cell that a straight line touches, in order, with the shares of the line (0–1) at entry and exit.
 * Cells outside the raster are visited too. Ends early and returns false when `visit` returns false.
 */
export function cellsAlong(
  { originX, originY, resolution, height }: Raster,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  visit: (column: number, row: number, enters: number, leaves: number) => boolean,
): boolean {
  // In cells, y downwards like the rows.
  const [x, y] = [(ax - originX) / resolution, height - (ay - originY) / resolution];
  const [dx, dy] = [(bx - ax) / resolution, (ay - by) / resolution];
  let [column, row] = [Math.floor(x), Math.floor(y)];
  const steps = Math.abs(Math.floor(x + dx) - column) + Math.abs(Math.floor(y + dy) - row);
  let nextX = dx === 0 ? Infinity : ((dx > 0 ? column + 1 : column) - x) / dx;
  let nextY = dy === 0 ? Infinity : ((dy > 0 ? row + 1 : row) - y) / dy;
  let at = 0;
  for (let i = 0; i <= steps; i++) {
    const leaves = i === steps ? 1 : Math.min(1, nextX, nextY);
    if (!visit(column, row, at, leaves)) return false;
    at = leaves;
    // At the common corner of four cells the line also touches the two cells beside it.
    if (Math.abs(nextX - nextY) < 1e-9 && i < steps) {
      if (!visit(column + Math.sign(dx), row, at, at)) return false;
    }
    if (nextX < nextY - 1e-9) {
      column += Math.sign(dx);
      nextX += Math.abs(1 / dx);
    } else {
      row += Math.sign(dy);
      nextY += Math.abs(1 / dy);
    }
  }
  return true;
}
