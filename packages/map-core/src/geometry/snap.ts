import { boxGrown, distance, insideBox, nearestOnSegment, type Point } from './geometry.ts';
import { columnAt, rowAt, type Grid } from '../files/grid.ts';
import { boxOfShape, placesOf, type Shape } from './shapes.ts';

/** What the pointer holds on to. */
export interface Snaps {
  /** Crossings of a grid of `gridM` metres. */
  grid: boolean;
  gridM: number;
  /** Corners and edges of other shapes. */
  shapes: boolean;
  /** The edges of obstacles in the picture of the floor. */
  picture: boolean;
  /** Directions in steps of 15° from the corner before. */
  angles: boolean;
}

export const noSnaps: Snaps = { grid: false, gridM: 0.5, shapes: false, picture: false, angles: false };

export interface Snap {
  at: Point;
  /** What it held on to; undefined where the place is as it was given. */
  to: 'corner' | 'edge' | 'picture' | 'angle' | 'grid' | undefined;
}

export interface SnapScene {
  snaps: Snaps;
  /** Metres within which a place is drawn over. */
  reach: number;
  /** The shapes that can be held on to; those being moved are not among them. */
  shapes: Iterable<Shape>;
  grid: Grid | undefined;
  /** The corner before, from which directions are counted. */
  anchor?: Point | undefined;
  /** Only directions in steps of 15°, however far the pointer is from them. */
  straight?: boolean | undefined;
}

const stepRad = Math.PI / 12;

/** The place a person means: the nearest corner, else an edge, an obstacle, a straight direction, a grid crossing, else the place. */
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

/** The place nearest to `at` that lies in a direction of whole 15° steps from the anchor. */
export function straightened(at: Point, anchor: Point): Point {
  const angle = Math.round(Math.atan2(at.y - anchor.y, at.x - anchor.x) / stepRad) * stepRad;
  const along = (at.x - anchor.x) * Math.cos(angle) + (at.y - anchor.y) * Math.sin(angle);
  return { x: anchor.x + along * Math.cos(angle), y: anchor.y + along * Math.sin(angle) };
}

function nearestPlace(at: Point, { shapes, reach }: SnapScene): Snap | undefined {
  const found: { corner?: Point; edge?: Point; cornerAway: number; edgeAway: number } = {
    cornerAway: reach,
    // A corner near an edge is meant more often than the edge.
    edgeAway: reach * 0.7,
  };
  for (const shape of shapes) {
    if (!insideBox(at, boxGrown(boxOfShape(shape), reach))) continue;
    const places = placesOf(shape);
    places.forEach((b, i) => {
      const away = distance(at, b);
      if (away <= found.cornerAway) Object.assign(found, { corner: b, cornerAway: away });
      const a = i > 0 ? places[i - 1] : shape.kind === 'zone' ? places.at(-1) : undefined;
      const on = a && nearestOnSegment(at, a, b);
      const beside = on ? distance(at, on) : Infinity;
      if (beside <= found.edgeAway) Object.assign(found, { edge: on, edgeAway: beside });
    });
  }
  if (found.corner) return { at: { x: found.corner.x, y: found.corner.y }, to: 'corner' };
  return found.edge && { at: found.edge, to: 'edge' };
}

/** The farthest the picture is searched for an edge, in cells: beyond it the map is seen too small to aim at one. */
const maxCells = 24;

/** The nearest border between an obstacle and what is none, within reach. */
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
