import { nearestOnSegment, type Box, type Point } from './geometry.ts';
import { centreX, centreY, columnAt, rowAt, type Grid, type Raster } from '../files/grid.ts';

/** Cells painted with one value, as runs along the rows: start index, length, start index, length, … */
export interface Stroke {
  /** The new cell value: FREE, OCCUPIED or UNKNOWN. */
  value: number;
  runs: readonly number[];
}

/** The cells with centres within `radiusM` of a path; at least the cells under the path. */
export function strokeAlong(raster: Raster, path: readonly Point[], radiusM: number, value: number): Stroke {
  const rows = new Map<number, [number, number][]>();
  path.forEach((b, i) => addCapsule(rows, raster, path[Math.max(0, i - 1)]!, b, radiusM));
  return { value, runs: runsOf(rows, raster) };
}

/** The cells with centres in a box. */
export function strokeIn(raster: Raster, box: Box, value: number): Stroke {
  const rows = new Map<number, [number, number][]>();
  const half = raster.resolution / 2;
  const [top, bottom] = [rowAt(raster, box.maxY - half), rowAt(raster, box.minY + half)];
  for (let row = clamp(top, raster.height); row <= Math.min(bottom, raster.height - 1); row++)
    rows.set(row, [[columnAt(raster, box.minX + half), columnAt(raster, box.maxX - half)]]);
  return { value, runs: runsOf(rows, raster) };
}

const clamp = (row: number, height: number) => Math.max(0, Math.min(height, row));

function addCapsule(
  rows: Map<number, [number, number][]>,
  raster: Raster,
  a: Point,
  b: Point,
  radiusM: number,
) {
  // A brush smaller than a cell still paints the cells under it.
  const radius = Math.max(radiusM, raster.resolution * 0.71);
  const top = clamp(rowAt(raster, Math.max(a.y, b.y) + radius), raster.height);
  const bottom = Math.min(raster.height - 1, rowAt(raster, Math.min(a.y, b.y) - radius));
  for (let row = top; row <= bottom; row++) {
    const y = centreY(raster, row);
    const [left, right] = [Math.min(a.x, b.x) - radius, Math.max(a.x, b.x) + radius];
    const isIn = (column: number) => {
      const p = { x: centreX(raster, column), y };
      const near = nearestOnSegment(p, a, b);
      return Math.hypot(p.x - near.x, p.y - near.y) <= radius;
    };
    // A capsule covers one run of a row, so its two ends are enough.
    let [from, to] = [
      Math.max(0, columnAt(raster, left)),
      Math.min(raster.width - 1, columnAt(raster, right)),
    ];
    while (from <= to && !isIn(from)) from++;
    while (to > from && !isIn(to)) to--;
    if (from <= to) rows.set(row, [...(rows.get(row) ?? []), [from, to]]);
  }
}

/** The runs of all rows; touching pieces of a row are joined. */
function runsOf(rows: ReadonlyMap<number, [number, number][]>, { width }: Raster) {
  const runs: number[] = [];
  for (const [row, pieces] of [...rows].sort(([a], [b]) => a - b)) {
    let end = -1;
    for (const [left, right] of pieces.toSorted(([a], [b]) => a - b)) {
      const [from, to] = [Math.max(0, left, end), Math.min(width - 1, right)];
      if (from > to) continue;
      if (from === end && runs.length > 0) runs[runs.length - 1]! += to - from + 1;
      else runs.push(row * width + from, to - from + 1);
      end = to + 1;
    }
  }
  return runs;
}

/** The number of cells of a stroke. */
export const cellsOf = ({ runs }: Stroke) =>
  runs.reduce((sum, length, i) => (i % 2 === 1 ? sum + length : sum), 0);

/** Paints the strokes into the cells, in order. */
export function paintStrokes(cells: Uint8Array, strokes: Iterable<Stroke>) {
  for (const { runs, value } of strokes)
    for (let i = 0; i + 1 < runs.length; i += 2) cells.fill(value, runs[i]!, runs[i]! + runs[i + 1]!);
}

/** A copy of a grid with strokes painted. */
export function gridWith(grid: Grid, strokes: Iterable<Stroke>): Grid {
  const cells = grid.cells.slice();
  paintStrokes(cells, strokes);
  return { ...grid, cells };
}
