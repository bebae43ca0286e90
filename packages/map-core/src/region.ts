import type { Raster } from './grid.ts';

/** Some cells of a raster within their own small frame: what contour tracing cuts, fills and walks around. */
export interface Region {
  /** Where the frame's first column and row lie in the raster. */
  column: number;
  row: number;
  width: number;
  height: number;
  /** 1 where the cell belongs. */
  cells: Uint8Array;
}

/** The connected pieces (by sides) of a region, each in the smallest frame around it. */
export function piecesOf(region: Region): Region[] {
  const { width, cells } = region;
  const left = cells.slice();
  const pieces: Region[] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 1) pieces.push(framed(region, flood(left, width, start)));
  }
  return pieces;
}

/** Takes the piece that begins at `start` out of `cells` and returns its indexes. */
function flood(cells: Uint8Array, width: number, start: number): number[] {
  const found = [start];
  cells[start] = 0;
  const take = (index: number) => {
    if (cells[index] !== 1) return;
    cells[index] = 0;
    found.push(index);
  };
  for (let i = 0; i < found.length; i++) {
    const index = found[i]!;
    const column = index % width;
    if (column > 0) take(index - 1);
    if (column < width - 1) take(index + 1);
    take(index - width);
    take(index + width);
  }
  return found;
}

function framed(region: Region, indexes: readonly number[]): Region {
  let [minColumn, maxColumn, minRow, maxRow] = [region.width, 0, region.height, 0];
  for (const index of indexes) {
    const [column, row] = [index % region.width, Math.floor(index / region.width)];
    minColumn = Math.min(minColumn, column);
    maxColumn = Math.max(maxColumn, column);
    minRow = Math.min(minRow, row);
    maxRow = Math.max(maxRow, row);
  }
  const [width, height] = [maxColumn - minColumn + 1, maxRow - minRow + 1];
  const cells = new Uint8Array(width * height);
  for (const index of indexes) {
    cells[(Math.floor(index / region.width) - minRow) * width + (index % region.width) - minColumn] = 1;
  }
  return { column: region.column + minColumn, row: region.row + minRow, width, height, cells };
}

export const cellCount = ({ cells }: Region) => cells.reduce((count, cell) => count + cell, 0);

/**
 * Fills one cell wherever two meet only at a corner, so that no outline touches itself. Filling can make another such
 * corner beside it, so it goes on until there is none; cells are only ever added, so it ends.
 */
export function withoutPinches({ cells, width, height, ...place }: Region): Region {
  const filled = cells.slice();
  for (let changed = true; changed;) {
    changed = false;
    for (let row = 0; row + 1 < height; row++) {
      for (let column = 0; column + 1 < width; column++) {
        const a = row * width + column;
        const [nw, ne, sw, se] = [filled[a], filled[a + 1], filled[a + width], filled[a + width + 1]];
        if (nw !== se || ne !== sw || nw === ne) continue;
        filled[nw === 1 ? a + 1 : a] = 1;
        changed = true;
      }
    }
  }
  return { ...place, width, height, cells: filled };
}

/** The region left and right of a column (counted within its frame), each in its old frame. */
export function cutAt(region: Region, column: number): [left: Region, right: Region] {
  const [left, right] = [region.cells.slice(), region.cells.slice()];
  for (let index = 0; index < region.cells.length; index++) {
    (index % region.width < column ? right : left)[index] = 0;
  }
  return [
    { ...region, cells: left },
    { ...region, cells: right },
  ];
}

/** One outline in cell corners of the region's frame: `[column, row]`, row 0 on top. Holes run the other way round. */
export interface Outline {
  corners: [column: number, row: number][];
  hole: boolean;
}

/** The outlines of a region without pinches, the cells always to the left (seen with y upwards). */
export function outlinesOf(region: Region): Outline[] {
  const next = edgesOf(region);
  const across = region.width + 1;
  const outlines: Outline[] = [];
  for (let start = 0; start < next.length; start++) {
    if (next[start]! < 0) continue;
    const corners: [number, number][] = [];
    let [twiceArea, at] = [0, start];
    do {
      const to = next[at]!;
      next[at] = -1;
      const [x, y, toX, toY] = [at % across, Math.floor(at / across), to % across, Math.floor(to / across)];
      // Rows grow downwards, so the sign is turned to mean counter-clockwise with y upwards.
      twiceArea -= x * toY - toX * y;
      corners.push([x, y]);
      at = to;
    } while (at !== start);
    outlines.push({ corners: withoutStraights(corners), hole: twiceArea < 0 });
  }
  return outlines;
}

/** For each cell corner the next corner along the outline, −1 where none passes. Without pinches at most one does. */
function edgesOf({ width, height, cells }: Region): Int32Array {
  const across = width + 1;
  const next = new Int32Array(across * (height + 1)).fill(-1);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      if (cells[index] === 0) continue;
      const [nw, sw] = [row * across + column, (row + 1) * across + column];
      if (row + 1 === height || cells[index + width] === 0) next[sw] = sw + 1;
      if (column + 1 === width || cells[index + 1] === 0) next[sw + 1] = nw + 1;
      if (row === 0 || cells[index - width] === 0) next[nw + 1] = nw;
      if (column === 0 || cells[index - 1] === 0) next[nw] = sw;
    }
  }
  return next;
}

const withoutStraights = (corners: [number, number][]) =>
  corners.filter(([x, y], i) => {
    const [[px, py], [nx, ny]] = [corners.at(i - 1)!, corners[(i + 1) % corners.length]!];
    return (x - px) * (ny - y) !== (y - py) * (nx - x);
  });

export const wholeRaster = ({ width, height }: Raster, cells: Uint8Array): Region => ({
  column: 0,
  row: 0,
  width,
  height,
  cells,
});
