import type { Region } from './region.ts';

/** One outline in cell corners of the region's frame: `[column, row]`, row 0 on top. Holes are clockwise. */
export interface Outline {
  corners: [column: number, row: number][];
  hole: boolean;
}

/** The outlines of a region without pinches; the cells are on the left side (with y up). */
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
      // Rows grow downwards, so the sign is inverted: positive means counter-clockwise with y up.
      twiceArea -= x * toY - toX * y;
      corners.push([x, y]);
      at = to;
    } while (at !== start);
    outlines.push({ corners: withoutStraights(corners), hole: twiceArea < 0 });
  }
  return outlines;
}

/** For each cell corner the next corner of the outline, or −1. Without pinches there is at most one. */
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

/** The total number of outline corners of a region, without tracing. */
export function cornerCount({ width, height, cells }: Region) {
  let count = 0;
  for (let row = -1; row < height; row++) {
    for (let column = -1; column < width; column++) {
      const [above, below] = [row >= 0, row + 1 < height];
      const [left, right] = [column >= 0, column + 1 < width];
      const at = row * width + column;
      const set =
        (above && left ? cells[at]! : 0) +
        (above && right ? cells[at + 1]! : 0) +
        (below && left ? cells[at + width]! : 0) +
        (below && right ? cells[at + width + 1]! : 0);
      // One or three cells at a crossing form a corner; two adjacent cells form a straight edge.
      count += set & 1;
    }
  }
  return count;
}
