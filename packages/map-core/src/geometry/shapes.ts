import {
  boxAround,
  distance,
  distanceToLine,
  insideBox,
  boxGrown,
  plus,
  turnedAbout,
  type Box,
  type Point,
} from './geometry.ts';
import { distanceToPolygon } from './polygon.ts';
import { wrappedAngle, type Pose } from './pose.ts';

/** The contract has the same lists, because the packages do not import each other; a test compares them. */
export const zoneTypes = ['CLEAN', 'NO_GO', 'NO_CLEAN', 'CARPET', 'SLOW'] as const;
export type ZoneType = (typeof zoneTypes)[number];
export const pointTypes = [
  'START',
  'CHARGING',
  'NAVIGATION',
  'DOCKING',
  'WATER_REFILL',
  'WATER_DRAIN',
  'DROP',
  'SUPPLY',
  'LIFT_CALL',
  'LIFT_ENTRY',
  'LIFT_INSIDE',
  'SLOPE_LOW',
  'SLOPE_HIGH',
  'QR_CODE',
] as const;
export type PointType = (typeof pointTypes)[number];

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
/** A line that robots do not cross. */
export interface Wall extends Base {
  readonly kind: 'wall';
  readonly points: readonly Point[];
}
/** A line that a robot cleans along, from the first to the last corner. */
export interface Segment extends Base {
  readonly kind: 'segment';
  readonly points: readonly Point[];
}
/** A line that robots cross slowly. */
export interface Bump extends Base {
  readonly kind: 'bump';
  readonly points: readonly Point[];
}
/** An incline from low to high. */
export interface Slope extends Base {
  readonly kind: 'slope';
  readonly low: Point;
  readonly high: Point;
}
/** A place with a heading. */
export interface Spot extends Base, Readonly<Pose> {
  readonly kind: 'point';
  readonly type: PointType;
  readonly name: string;
  /** Elevator points only: the floor they lead to, and the elevator. */
  readonly floor?: string | undefined;
  readonly liftId?: string | undefined;
}
export type Line = Wall | Segment | Bump;
export type Shape = Zone | Line | Slope | Spot;
export type ShapeKind = Shape['kind'];

interface Kind<S extends Shape> {
  /** The distance of a point from the shape; 0 on or inside it. */
  distance: (shape: S, p: Point) => number;
  /** The draggable points, in a fixed order. */
  handles: (shape: S) => readonly Point[];
  /** The shape with one handle moved. */
  withHandle: (shape: S, index: number, to: Point) => S;
  moved: (shape: S, by: Point) => S;
  /** Rotated about a point, counter-clockwise in radians, including the heading. */
  turned: (shape: S, about: Point, by: number) => S;
  /** The smallest number of corners; corners can be added and removed when the shape has `points`. */
  fewest: number;
}

const withPoint = <S extends Zone | Line>(shape: S, index: number, to: Point): S => ({
  ...shape,
  points: shape.points.map((p, i) => (i === index ? to : p)),
});
const movedPoints = <S extends Zone | Line>(shape: S, by: Point): S => ({
  ...shape,
  points: shape.points.map((p) => plus(p, by)),
});

const turnedPoints = <S extends Zone | Line>(shape: S, about: Point, by: number): S => ({
  ...shape,
  points: shape.points.map((p) => turnedAbout(p, about, by)),
});

const line = <S extends Line>(): Kind<S> => ({
  distance: ({ points }, p) => distanceToLine(p, points),
  handles: ({ points }) => points,
  withHandle: withPoint,
  moved: movedPoints,
  turned: turnedPoints,
  fewest: 2,
});

/** Distance of the heading handle from its point, in metres. */
const headingM = 0.8;

/** The operations of each kind of shape. A new kind is one row here and one in the console's paint table. */
export const kinds: { [K in ShapeKind]: Kind<Extract<Shape, { kind: K }>> } = {
  zone: {
    distance: (zone, p) => distanceToPolygon(p, zone.points),
    handles: (zone) => zone.points,
    withHandle: withPoint,
    moved: movedPoints,
    turned: turnedPoints,
    fewest: 3,
  },
  wall: line(),
  segment: line(),
  bump: line(),
  slope: {
    distance: ({ low, high }, p) => distanceToLine(p, [low, high]),
    handles: ({ low, high }) => [low, high],
    withHandle: (slope, index, to) => (index === 0 ? { ...slope, low: to } : { ...slope, high: to }),
    moved: (slope, by) => ({ ...slope, low: plus(slope.low, by), high: plus(slope.high, by) }),
    turned: (slope, about, by) => ({
      ...slope,
      low: turnedAbout(slope.low, about, by),
      high: turnedAbout(slope.high, about, by),
    }),
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
    turned: (spot, about, by) => ({
      ...spot,
      ...turnedAbout(spot, about, by),
      theta: wrappedAngle(spot.theta + by),
    }),
    fewest: 1,
  },
};

/** Whether the shape has corners that can be added and removed. */
export const hasCorners = (shape: Shape): shape is Zone | Line => 'points' in shape;

/** The points of a shape, without heading handles. */
export const placesOf = (shape: Shape): readonly Point[] =>
  hasCorners(shape) ? shape.points : shape.kind === 'slope' ? [shape.low, shape.high] : [shape];

// The table is typed per row; TypeScript cannot infer that `shape.kind` selects the row of the shape.
const kindOf = <S extends Shape>(shape: S) => kinds[shape.kind] as unknown as Kind<S>;

/** The draggable points of a shape, in a fixed order. */
export const handlesOf = (shape: Shape) => kindOf(shape).handles(shape);
/** The shape with one handle moved. */
export const handleMoved = (shape: Shape, index: number, to: Point) =>
  kindOf(shape).withHandle(shape, index, to);
/** The shape shifted by a vector in metres. */
export const moved = (shape: Shape, by: Point) => kindOf(shape).moved(shape, by);
/** The shape rotated about a point, counter-clockwise in radians. */
export const turned = (shape: Shape, about: Point, by: number) => kindOf(shape).turned(shape, about, by);
/** The distance of a point from a shape; 0 on or inside it. */
export const distanceToShape = (shape: Shape, p: Point) => kindOf(shape).distance(shape, p);

/** The middles of the shape's edges; dragging one adds a corner. */
export function edgeMiddles(shape: Shape): Point[] {
  if (!hasCorners(shape)) return [];
  const { points } = shape;
  const ends = shape.kind === 'zone' ? [...points.slice(1), points[0]!] : points.slice(1);
  return ends.map((b, i) => ({ x: (points[i]!.x + b.x) / 2, y: (points[i]!.y + b.y) / 2 }));
}

/** The shape with a new corner after corner `index`; shapes without corners are unchanged. */
export const withCorner = (shape: Shape, index: number, at: Point): Shape =>
  !hasCorners(shape) ? shape : { ...shape, points: shape.points.toSpliced(index + 1, 0, at) };

/** The shape without a corner; undefined when too few would remain. */
export const withoutCorner = (shape: Shape, index: number): Shape | undefined =>
  !hasCorners(shape) || shape.points.length <= kinds[shape.kind].fewest
    ? undefined
    : { ...shape, points: shape.points.toSpliced(index, 1) };

const boxes = new WeakMap<Shape, Box>();

/** The box around a shape; cached, because shapes are immutable. */
export function boxOfShape(shape: Shape): Box {
  let box = boxes.get(shape);
  if (!box) boxes.set(shape, (box = boxAround(placesOf(shape))));
  return box;
}

/** The shape at a point: the nearest within reach, the topmost of equals. */
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
