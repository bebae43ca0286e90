import type { Raster } from '../files/grid.ts';

/** A set of raster cells within its own small frame; the input of contour tracing. */
export interface Region {
  /** First column and row of the frame in the raster. */
  column: number;
  row: number;
  width: number;
  height: number;
  /** 1 for cells of the region. */
  cells: Uint8Array;
}

/** Yields the side-connected pieces of at least `minCells` cells, each in the smallest frame around it. */
export function* piecesOf(region: Region, minCells: number): Generator<Region> {
  const left = region.cells.slice();
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1)) {
    const runs = takePiece(left, region.width, start);
    const length = lengthOfRuns(runs);
    if (length < minCells) continue;
    const frame = frameAround(runs, region.width);
    // A thin piece across a whole floor would need a frame of the floor's size, and another one for each cut.
    const isSparse = frame.width * frame.height > Math.max(sparseFrom, 20 * length);
    if (!isSparse) yield framed(region, runs, frame);
    else
      for (const tile of tilesOf(runs, region.width))
        yield* piecesOf(framed(region, tile, frameAround(tile, region.width)), 1);
  }
}

const sparseFrom = 2_000_000;
const tileSide = 128;

/** The runs cut along a grid of square tiles, grouped by tile. */
function tilesOf(runs: Runs, width: number): Iterable<Runs> {
  const tiles = new Map<number, Runs>();
  for (let i = 0; i < runs.length; i += 2) {
    const rowStart = runs[i]! - (runs[i]! % width);
    const band = Math.floor(rowStart / width / tileSide) * width;
    for (let first = runs[i]!; first <= runs[i + 1]!;) {
      const square = Math.floor((first - rowStart) / tileSide);
      const last = Math.min(runs[i + 1]!, rowStart + (square + 1) * tileSide - 1);
      const tile = tiles.get(band + square);
      if (tile) tile.push(first, last);
      else tiles.set(band + square, [first, last]);
      first = last + 1;
    }
  }
  return tiles.values();
}

/** The region with every gap of fewer than `minCells` cells filled, inside and at the edge. */
export function withoutGaps(region: Region, minCells: number): Region {
  const gaps = region.cells.map((cell) => 1 - cell);
  const cells = region.cells.slice();
  for (let start = gaps.indexOf(1); start >= 0; start = gaps.indexOf(1, start + 1)) {
    const runs = takePiece(gaps, region.width, start);
    if (lengthOfRuns(runs) >= minCells) continue;
    for (let i = 0; i < runs.length; i += 2) cells.fill(1, runs[i]!, runs[i + 1]! + 1);
  }
  return { ...region, cells };
}

/** Runs of adjacent cells in a row: first index, last index, first, last, … A list of cells would be much longer. */
type Runs = number[];

/** Removes the piece around `start` from `cells` and returns its runs; iterative, so the stack cannot overflow. */
function takePiece(cells: Uint8Array, width: number, start: number): Runs {
  const runs: Runs = [];
  const pending = [start];
  for (let seed = pending.pop(); seed !== undefined; seed = pending.pop()) {
    if (cells[seed] !== 1) continue;
    const rowStart = seed - (seed % width);
    let [first, last] = [seed, seed];
    while (first > rowStart && cells[first - 1] === 1) first--;
    while (last + 1 < rowStart + width && cells[last + 1] === 1) last++;
    cells.fill(0, first, last + 1);
    runs.push(first, last);
    for (const beside of [-width, width]) {
      for (let index = first + beside; index <= last + beside; index++) {
        if (cells[index] === 1 && (index === first + beside || cells[index - 1] !== 1)) pending.push(index);
      }
    }
  }
  return runs;
}

function lengthOfRuns(runs: Runs) {
  let length = 0;
  for (let i = 0; i < runs.length; i += 2) length += runs[i + 1]! - runs[i]! + 1;
  return length;
}

type Frame = Omit<Region, 'cells'>;

function frameAround(runs: Runs, across: number): Frame {
  let [minColumn, maxColumn, minRow, maxRow] = [Infinity, 0, Infinity, 0];
  for (let i = 0; i < runs.length; i += 2) {
    const row = Math.floor(runs[i]! / across);
    minColumn = Math.min(minColumn, runs[i]! - row * across);
    maxColumn = Math.max(maxColumn, runs[i + 1]! - row * across);
    minRow = Math.min(minRow, row);
    maxRow = Math.max(maxRow, row);
  }
  return { column: minColumn, row: minRow, width: maxColumn - minColumn + 1, height: maxRow - minRow + 1 };
}

function framed(region: Region, runs: Runs, { column, row, width, height }: Frame): Region {
  const cells = new Uint8Array(width * height);
  for (let i = 0; i < runs.length; i += 2) {
    const at = Math.floor(runs[i]! / region.width);
    const shift = (at - row) * width - column - at * region.width;
    cells.fill(1, runs[i]! + shift, runs[i + 1]! + shift + 1);
  }
  return { column: region.column + column, row: region.row + row, width, height, cells };
}

/** Fills a cell wherever two cells meet only at a corner, so that no outline touches itself. */
export function withoutPinches(region: Region): Region {
  const { width, height } = region;
  const cells = region.cells.slice();
  // A square of four cells is named by its upper-left cell. A filled cell can pinch only the four squares around it.
  const pending: number[] = [];
  const fixPinch = (square: number) => {
    const [nw, ne] = [cells[square], cells[square + 1]];
    const [sw, se] = [cells[square + width], cells[square + width + 1]];
    if (nw !== se || ne !== sw || nw === ne) return;
    const filledCell = nw === 1 ? square + 1 : square;
    cells[filledCell] = 1;
    pending.push(filledCell, filledCell - 1, filledCell - width, filledCell - width - 1);
  };
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      fixPinch(row * width + column);
      for (let square = pending.pop(); square !== undefined; square = pending.pop()) {
        if (square >= 0 && square % width < width - 1 && square < width * (height - 1)) fixPinch(square);
      }
    }
  }
  return { ...region, cells };
}

/** The region cut in two across its longer side, before column or row `at` of its frame. */
export function cutAt(region: Region, at: number): [before: Region, after: Region] {
  const { width, height } = region;
  const [before, after] = [region.cells.slice(), region.cells.slice()];
  for (let row = 0; row < height; row++) {
    const start = row * width;
    const cut = isWide(region) ? at : row < at ? width : 0;
    before.fill(0, start + cut, start + width);
    after.fill(0, start, start + cut);
  }
  return [
    { ...region, cells: before },
    { ...region, cells: after },
  ];
}

/** Whether the frame is at least as wide as high, so that a cut is at a column. */
export const isWide = ({ width, height }: Region) => width >= height;

/** The region at half resolution: a cell is set when any of its four cells was. */
export function coarser({ width, height, cells }: Region): Region {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const next = new Uint8Array(across * down);
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] === 1) next[(Math.floor(index / width) >> 1) * across + ((index % width) >> 1)] = 1;
  }
  return { column: 0, row: 0, width: across, height: down, cells: next };
}

/** A region over a whole raster. */
export const wholeRaster = ({ width, height }: Raster, cells: Uint8Array): Region => ({
  column: 0,
  row: 0,
  width,
  height,
  cells,
});
