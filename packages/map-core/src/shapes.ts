import {
  boxAround,
  distance,
  distanceToLine,
  insideBox,
  boxGrown,
  plus,
  type Box,
  type Point,
} from './geometry.ts';
import { distanceToPolygon } from './polygon.ts';
import { wrappedAngle, type Pose } from './pose.ts';

export type ZoneType = 'CLEAN' | 'NO_GO' | 'NO_CLEAN' | 'CARPET' | 'SLOW';
export type PointType =
  | 'START'
  | 'CHARGING'
  | 'NAVIGATION'
  | 'DOCKING'
  | 'WATER_REFILL'
  | 'WATER_DRAIN'
  | 'DROP'
  | 'SUPPLY'
  | 'LIFT_CALL'
  | 'LIFT_ENTRY'
  | 'LIFT_INSIDE'
  | 'SLOPE_LOW'
  | 'SLOPE_HIGH'
  | 'QR_CODE';

interface Base {
  readonly id: string;
}
/** An area of the floor; the last corner joins the first. */
export interface Zone extends Base {
  readonly kind: 'zone';
  readonly type: ZoneType;
  readonly name: string;
  readonly points: readonly Point[];
}
/** A line no robot crosses. */
export interface Wall extends Base {
  readonly kind: 'wall';
  readonly points: readonly Point[];
}
/** A place with a heading. */
export interface Spot extends Base, Readonly<Pose> {
  readonly kind: 'point';
  readonly type: PointType;
  readonly name: string;
}
export type Shape = Zone | Wall | Spot;
export type ShapeKind = Shape['kind'];

interface Kind<S extends Shape> {
  /** How far a place is from the shape; 0 when on or inside it. */
  distance: (shape: S, p: Point) => number;
  /** The points a person can drag, in a fixed order. */
  handles: (shape: S) => readonly Point[];
  /** The same shape with one handle somewhere else. */
  withHandle: (shape: S, index: number, to: Point) => S;
  moved: (shape: S, by: Point) => S;
  /** The fewest corners the shape can have; its corners can be added and removed when it has `points`. */
  fewest: number;
}

const withPoint = <S extends Zone | Wall>(shape: S, index: number, to: Point): S => ({
  ...shape,
  points: shape.points.map((p, i) => (i === index ? to : p)),
});
const movedPoints = <S extends Zone | Wall>(shape: S, by: Point): S => ({
  ...shape,
  points: shape.points.map((p) => plus(p, by)),
});

/** How far from a point its heading handle lies, in metres. */
const headingM = 0.8;

/** Everything the editor must know of a kind. A new kind is one row here and one in the console's paint table. */
export const kinds: { [K in ShapeKind]: Kind<Extract<Shape, { kind: K }>> } = {
  zone: {
    distance: (zone, p) => distanceToPolygon(p, zone.points),
    handles: (zone) => zone.points,
    withHandle: withPoint,
    moved: movedPoints,
    fewest: 3,
  },
  wall: {
    distance: (wall, p) => distanceToLine(p, wall.points),
    handles: (wall) => wall.points,
    withHandle: withPoint,
    moved: movedPoints,
    fewest: 2,
  },
  point: {
    distance: (spot, p) => distance(spot, p),
    handles: ({ x, y, theta }) => [
      { x, y },
      { x: x + headingM * Math.cos(theta), y: y + headingM * Math.sin(theta) },
    ],
    withHandle: (spot, index, to) =>
      index === 0
        ? { ...spot, ...to }
        : { ...spot, theta: wrappedAngle(Math.atan2(to.y - spot.y, to.x - spot.x)) },
    moved: (spot, by) => ({ ...spot, ...plus(spot, by) }),
    fewest: 1,
  },
};

// The table is typed row by row; TypeScript cannot see that a shape's own kind picks its own row.
const kindOf = <S extends Shape>(shape: S) => kinds[shape.kind] as unknown as Kind<S>;

export const handlesOf = (shape: Shape) => kindOf(shape).handles(shape);
export const handleMoved = (shape: Shape, index: number, to: Point) =>
  kindOf(shape).withHandle(shape, index, to);
export const moved = (shape: Shape, by: Point) => kindOf(shape).moved(shape, by);
export const distanceToShape = (shape: Shape, p: Point) => kindOf(shape).distance(shape, p);

/** The middles of the shape's edges: grabbing one makes a new corner there. */
export function edgeMiddles(shape: Shape): Point[] {
  if (shape.kind === 'point') return [];
  const { points } = shape;
  const ends = shape.kind === 'zone' ? [...points.slice(1), points[0]!] : points.slice(1);
  return ends.map((b, i) => ({ x: (points[i]!.x + b.x) / 2, y: (points[i]!.y + b.y) / 2 }));
}

/** The shape with one more corner after corner `index`; points have no corners and stay as they are. */
export const withCorner = (shape: Shape, index: number, at: Point): Shape =>
  shape.kind === 'point' ? shape : { ...shape, points: shape.points.toSpliced(index + 1, 0, at) };

/** The shape without a corner; undefined when too few would be left. */
export const withoutCorner = (shape: Shape, index: number): Shape | undefined =>
  shape.kind === 'point' || shape.points.length <= kinds[shape.kind].fewest
    ? undefined
    : { ...shape, points: shape.points.toSpliced(index, 1) };

const boxes = new WeakMap<Shape, Box>();

/** The box around a shape, worked out once: a shape never changes. */
export function boxOfShape(shape: Shape): Box {
  let box = boxes.get(shape);
  if (!box) boxes.set(shape, (box = boxAround(shape.kind === 'point' ? [shape] : shape.points)));
  return box;
}

/** The shape a person means when pointing here: the nearest within reach, the topmost among equals. */
export function shapeAt(shapes: Iterable<Shape>, p: Point, reach: number): Shape | undefined {
  let best: Shape | undefined;
  let nearest = reach;
  for (const shape of shapes) {
    if (!insideBox(p, boxGrown(boxOfShape(shape), reach))) continue;
    const away = distanceToShape(shape, p);
    if (away <= nearest) [best, nearest] = [shape, away];
  }
  return best;
}
