import type { Point } from '@sweepline/map-core';
import { cellsAlong } from '../motion/cells-along.ts';
import type { Path } from '../motion/route.ts';
import type { Field } from './field.ts';

/** A straight stretch of one lane, from `from` to `to` metres along it. */
interface Stretch {
  lane: number;
  from: number;
  to: number;
}

/** Stretches of neighbouring lanes, one of each lane, that are cleaned back and forth without a gap. */
type Cell = Stretch[];

/** The frame of the lanes: unit vector `ux`, `uy` along them, and the offset of lane i to the left of the origin. */
interface Frame {
  ux: number;
  uy: number;
  offsets: number[];
  from: number;
  to: number;
}

const longestEdge = (polygon: readonly Point[]) => {
  let [best, angle] = [0, 0];
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length > best + 1e-9) [best, angle] = [length, Math.atan2(b.y - a.y, b.x - a.x)];
  });
  return angle;
};

/** Lanes along the polygon's longest edge, evenly spaced. The first and the last run along its sides. */
function frameOf(polygon: readonly Point[], spacing: number, rimM: number): Frame {
  const angle = longestEdge(polygon);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const along = polygon.map((p) => p.x * ux + p.y * uy);
  const across = polygon.map((p) => p.y * ux - p.x * uy);
  const [low, high] = [Math.min(...across), Math.max(...across)];
  const room = high - low - 2 * rimM;
  const count = Math.max(1, Math.ceil(room / spacing) + 1);
  const offsets = Array.from({ length: count }, (_, i) =>
    count === 1 || room <= 0 ? (low + high) / 2 : low + rimM + (room * i) / (count - 1),
  );
  return { ux, uy, offsets, from: Math.min(...along), to: Math.max(...along) };
}

/** The robot drives straight through a gap between useful stretches that is shorter than this. */
const bridgeM = 0.6;
const borderM = 1e-4;

function stretchesOf(field: Field, useful: Uint8Array, frame: Frame): Stretch[][] {
  const { raster, stand } = field;
  const { ux, uy, from, to } = frame;
  return frame.offsets.map((offset, lane) => {
    const stretches: Stretch[] = [];
    let open: Stretch | undefined;
    const [x, y] = [-offset * uy, offset * ux];
    cellsAlong(
      raster,
      x + from * ux,
      y + from * uy,
      x + to * ux,
      y + to * uy,
      (column, row, enters, leaves) => {
        const inside = column >= 0 && row >= 0 && column < raster.width && row < raster.height;
        const cell = row * raster.width + column;
        if (!inside || stand[cell] === 0) {
          open = undefined;
        } else if (useful[cell] === 1) {
          const [begins, ends] = [from + (to - from) * enters, from + (to - from) * leaves];
          if (open && begins - open.to <= bridgeM) open.to = ends;
          else stretches.push((open = { lane, from: begins, to: ends }));
        }
        return true;
      },
    );
    // The ends lie on cell borders, where rounding could place them in the neighbouring cell.
    return stretches.map((stretch) => ({
      ...stretch,
      from: stretch.from + borderM,
      to: stretch.to - borderM,
    }));
  });
}

const overlap = (a: Stretch, b: Stretch) => Math.min(a.to, b.to) > Math.max(a.from, b.from);

/** Boustrophedon cells: a cell ends where its lane splits, where two lanes meet, and where it has no neighbour. */
function cellsOf(lanes: readonly Stretch[][]): Cell[] {
  const cells: Cell[] = [];
  const cellWith = new Map<Stretch, Cell>();
  lanes.forEach((stretches, lane) => {
    const before = lanes[lane - 1] ?? [];
    for (const stretch of stretches) {
      const beside = before.filter((other) => overlap(stretch, other));
      const [only] = beside;
      const alone =
        only && beside.length === 1 && stretches.filter((other) => overlap(other, only)).length === 1;
      const cell = (alone && cellWith.get(only)) || [];
      if (cell.length === 0) cells.push(cell);
      cell.push(stretch);
      cellWith.set(stretch, cell);
    }
  });
  return cells;
}

/** The lanes of a cell driven back and forth. It starts at the first or last lane, at either end. */
function sweep(frame: Frame, cell: Cell, lastFirst: boolean, backFirst: boolean): Path[] {
  return (lastFirst ? cell.toReversed() : cell).map(({ lane, from, to }, i) => {
    const offset = frame.offsets[lane]!;
    const [a, b] = backFirst === (i % 2 === 0) ? [to, from] : [from, to];
    const point = (t: number) => [t * frame.ux - offset * frame.uy, t * frame.uy + offset * frame.ux];
    return Float64Array.from([...point(a), ...point(b)]);
  });
}

/** Every cell of the field with its four sweep orders. `useful` marks the places where the tool covers unclean floor. */
export function laneSweeps(
  field: Field,
  polygon: readonly Point[],
  useful: Uint8Array,
  spacing: number,
  rimM: number,
): Path[][][] {
  // The small offset prevents lanes of an axis-aligned room from running along the cell borders.
  const frame = frameOf(polygon, spacing, rimM + 0.0013);
  return cellsOf(stretchesOf(field, useful, frame)).map((cell) =>
    [false, true].flatMap((lastFirst) =>
      [false, true].map((backFirst) => sweep(frame, cell, lastFirst, backFirst)),
    ),
  );
}
