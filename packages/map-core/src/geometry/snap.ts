import { boxGrown, distance, insideBox, nearestOnSegment, type Point } from './geometry.ts';
import { columnAt, rowAt, type Grid } from '../files/grid.ts';
import { boxOfShape, placesOf, type Shape } from './shapes.ts';

/** Enabled snap targets. */
export interface Snaps {
  /** Crossings of a grid of `gridM` metres. */
  grid: boolean;
  gridM: number;
  /** Corners and edges of other shapes. */
  shapes: boolean;
  /** The edges of obstacles in the picture of the floor. */
  picture: boolean;
  /** Directions in steps of 15° from the previous corner. */
  angles: boolean;
}

export const noSnaps: Snaps = { grid: false, gridM: 0.5, shapes: false, picture: false, angles: false };

export interface Snap {
  at: Point;
  /** The snap target; undefined when the position is unchanged. */
  to: 'corner' | 'edge' | 'picture' | 'angle' | 'grid' | undefined;
}

export interface SnapScene {
  snaps: Snaps;
  /** Snap distance in metres. */
  reach: number;
  /** The shapes to snap to, without those being moved. */
  shapes: Iterable<Shape>;
  grid: Grid | undefined;
  /** The previous corner, the origin of directions. */
  anchor?: Point | undefined;
  /** Snaps to directions in steps of 15° at any distance. */
  straight?: boolean | undefined;
}

const stepRad = Math.PI / 12;

/** Snaps a position to the first match: corner, edge, obstacle, direction, grid crossing; else it is unchanged. */
export function snapped(at: Point, scene: SnapScene): Snap {
  const { snaps, anchor, reach, grid } = scene;
  if (scene.straight && anchor) return { at: straightened(at, anchor), to: 'angle' };
  const onShape = snaps.shapes ? nearestPlace(at, scene) : undefined;
  if (onShape) return onShape;
  const wall = snaps.picture && grid ? nearestObstacle(at, grid, reach) : undefined;
  if (wall) return { at: wall, to: 'picture' };
  if (snaps.angles && anchor) {
    const straight = straightened(at, anchor);
    if (distance(straight, at) <= reach && distance(at, anchor) > reach) return { at: straight, to: 'angle' };
  }
  if (!snaps.grid || !(snaps.gridM > 0)) return { at, to: undefined };
  const crossing = (value: number) => Number((Math.round(value / snaps.gridM) * snaps.gridM).toFixed(6));
  return { at: { x: crossing(at.x), y: crossing(at.y) }, to: 'grid' };
}

/** The point nearest to `at` in a direction of a multiple of 15° from the anchor. */
export function straightened(at: Point, anchor: Point): Point {
  const angle = Math.round(Math.atan2(at.y - anchor.y, at.x - anchor.x) / stepRad) * stepRad;
  const along = (at.x - anchor.x) * Math.cos(angle) + (at.y - anchor.y) * Math.sin(angle);
  return { x: anchor.x + along * Math.cos(angle), y: anchor.y + along * Math.sin(angle) };
}

function nearestPlace(at: Point, { shapes, reach }: SnapScene): Snap | undefined {
  const nearest: { corner?: Point; edge?: Point; cornerAway: number; edgeAway: number } = {
    cornerAway: reach,
    // A corner near an edge takes precedence over the edge.
    edgeAway: reach * 0.7,
  };
  for (const shape of shapes) {
    if (!insideBox(at, boxGrown(boxOfShape(shape), reach))) continue;
    const places = placesOf(shape);
    places.forEach((b, i) => {
      const away = distance(at, b);
      if (away <= nearest.cornerAway) Object.assign(nearest, { corner: b, cornerAway: away });
      const a = i > 0 ? places[i - 1] : shape.kind === 'zone' ? places.at(-1) : undefined;
      const on = a && nearestOnSegment(at, a, b);
      const beside = on ? distance(at, on) : Infinity;
      if (beside <= nearest.edgeAway) Object.assign(nearest, { edge: on, edgeAway: beside });
    });
  }
  if (nearest.corner) return { at: { x: nearest.corner.x, y: nearest.corner.y }, to: 'corner' };
  return nearest.edge && { at: nearest.edge, to: 'edge' };
}

/** Search distance for obstacles in cells; at a smaller zoom users cannot aim at a cell. */
const maxCells = 24;

/** The nearest edge of an obstacle within reach. */
function nearestObstacle(at: Point, grid: Grid, reach: number): Point | undefined {
  const { cells, width, height, resolution, originX, originY } = grid;
  const span = Math.min(maxCells, Math.ceil(reach / resolution));
  const [column, row] = [columnAt(grid, at.x), rowAt(grid, at.y)];
  const solid = (c: number, r: number) =>
    c >= 0 && c < width && r >= 0 && r < height && cells[r * width + c]! < 100;
  let [best, nearest]: [Point | undefined, number] = [undefined, reach];
  const take = (a: Point, b: Point) => {
    const on = nearestOnSegment(at, a, b);
    const away = distance(at, on);
    if (away < nearest) [best, nearest] = [on, away];
  };
  for (let r = row - span; r <= row + span; r++) {
    for (let c = column - span; c <= column + span; c++) {
      const here = solid(c, r);
      const left = originX + c * resolution;
      const top = originY + (height - r) * resolution;
      if (here !== solid(c - 1, r)) take({ x: left, y: top }, { x: left, y: top - resolution });
      if (here !== solid(c, r - 1)) take({ x: left, y: top }, { x: left + resolution, y: top });
    }
  }
  return best;
}
