import type { AiShape } from '@sweepline/contract';
import { inside, type Point } from '@sweepline/map-core';

/** The grid of tiles over a picture: that of marks by tiles. */
export const [tileColumns, tileRows] = [16, 9];
export const tilesOfPicture = tileColumns * tileRows;
/** Points along each side of a tile at which marks are looked up. */
const points = 6;
/** A tile that is less covered is neither clean nor a good example of what lies on it. */
const leastShare = 0.5;

/** The tile of a picture at a point; places are parts of its width and its height. */
const tileAt = (x: number, y: number): number =>
  Math.min(tileRows - 1, Math.floor(y * tileRows)) * tileColumns +
  Math.min(tileColumns - 1, Math.floor(x * tileColumns));

const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });

/** Whether a mark covers a point. */
function coverOf(shape: AiShape): (point: Point) => boolean {
  if (shape.kind === 'IMAGE') return () => true;
  if (shape.kind === 'BOX') {
    const { from, to } = shape;
    return ({ x, y }) => x >= from[0] && x < to[0] && y >= from[1] && y < to[1];
  }
  if (shape.kind === 'TILES') {
    const tiles = new Set(shape.tiles);
    return ({ x, y }) => tiles.has(tileAt(x, y));
  }
  const ring = shape.ring.map(pointOf);
  const holes = shape.holes.map((hole) => hole.map(pointOf));
  return (point) => inside(point, ring) && !holes.some((hole) => inside(point, hole));
}

/** The tile in the middle of a mark that is smaller than a tile. */
function middleTile(shape: AiShape): number | undefined {
  if (shape.kind !== 'BOX' && shape.kind !== 'POLYGON') return undefined;
  const corners = shape.kind === 'BOX' ? [shape.from, shape.to] : shape.ring;
  const middle = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return tileAt(middle(0), middle(1));
}

interface Mark {
  shape: AiShape;
  covers: (point: Point) => boolean;
}

/** The class at each point of a tile; what was drawn later lies above. */
function classesIn(tile: number, marks: readonly Mark[]): Map<string, number> {
  const [left, top] = [tile % tileColumns, Math.floor(tile / tileColumns)];
  const counts = new Map<string, number>();
  for (let down = 0; down < points; down++)
    for (let right = 0; right < points; right++) {
      const point = {
        x: (left + (right + 0.5) / points) / tileColumns,
        y: (top + (down + 0.5) / points) / tileRows,
      };
      const above = marks.findLast(({ covers }) => covers(point));
      if (above) counts.set(above.shape.classId, (counts.get(above.shape.classId) ?? 0) + 1);
    }
  return counts;
}

/**
 * The class of each tile of a picture, by the tile: that of the mark which covers half of it, or `clean` if nothing is marked in it.
 * Tiles between both are left out. A mark that covers no tile by half has the one in its middle.
 */
export function labelsOfTiles(shapes: readonly AiShape[], clean: string): Map<number, string> {
  const marks = shapes.map((shape): Mark => ({ shape, covers: coverOf(shape) }));
  const labels = new Map<number, string>();
  for (let tile = 0; tile < tilesOfPicture; tile++) {
    const counts = classesIn(tile, marks);
    if (counts.size === 0) labels.set(tile, clean);
    for (const [classId, count] of counts)
      if (count >= leastShare * points * points) labels.set(tile, classId);
  }
  for (const { shape, covers } of marks) {
    const middle = middleTile(shape);
    if (middle === undefined || labels.get(middle) === shape.classId) continue;
    const hasTile = [...labels].some(([tile, classId]) => {
      const [x, y] = [(tile % tileColumns) + 0.5, Math.floor(tile / tileColumns) + 0.5];
      return classId === shape.classId && covers({ x: x / tileColumns, y: y / tileRows });
    });
    if (!hasTile) labels.set(middle, shape.classId);
  }
  return labels;
}
