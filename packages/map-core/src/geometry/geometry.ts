/** Metres in the robot's map frame, y up. This package does not use screen pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The sum of two vectors. */
export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
/** The vector from b to a. */
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
/** The distance of two points, in metres. */
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
/** The midpoint of two points. */
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A point rotated about another, counter-clockwise in radians. */
export function turnedAbout(p: Point, about: Point, by: number): Point {
  const [cos, sin] = [Math.cos(by), Math.sin(by)];
  const { x, y } = minus(p, about);
  return { x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos };
}

/** The axis-aligned box between two opposite corners. */
export const boxBetween = (a: Point, b: Point): Box => ({
  minX: Math.min(a.x, b.x),
  minY: Math.min(a.y, b.y),
  maxX: Math.max(a.x, b.x),
  maxY: Math.max(a.y, b.y),
});

/** The box around boxes. */
export const boxesJoined = (boxes: Iterable<Box>): Box =>
  boxAround(
    [...boxes].flatMap(({ minX, minY, maxX, maxY }) => [
      { x: minX, y: minY },
      { x: maxX, y: maxY },
    ]),
  );

/** The point of the segment a–b nearest to p. */
export function nearestOnSegment(p: Point, a: Point, b: Point): Point {
  const along = minus(b, a);
  const length2 = along.x ** 2 + along.y ** 2;
  const t = length2 === 0 ? 0 : ((p.x - a.x) * along.x + (p.y - a.y) * along.y) / length2;
  const clamped = Math.min(1, Math.max(0, t));
  return { x: a.x + along.x * clamped, y: a.y + along.y * clamped };
}

/** The distance of p from the segment a–b. */
export const distanceToSegment = (p: Point, a: Point, b: Point) => distance(p, nearestOnSegment(p, a, b));

/** The distance of p from an open polyline; Infinity for an empty one. */
export function distanceToLine(p: Point, line: readonly Point[]) {
  let nearest = Infinity;
  for (let i = 0; i < line.length; i++) {
    nearest = Math.min(nearest, distanceToSegment(p, line[Math.max(0, i - 1)]!, line[i]!));
  }
  return nearest;
}

/** The length of an open polyline, in metres. */
export function lengthOf(line: readonly Point[]) {
  let length = 0;
  for (let i = 1; i < line.length; i++) length += distance(line[i - 1]!, line[i]!);
  return length;
}

/** The box around points; infinite and inverted without points. */
export function boxAround(points: Iterable<Point>): Box {
  const box: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const { x, y } of points) {
    box.minX = Math.min(box.minX, x);
    box.minY = Math.min(box.minY, y);
    box.maxX = Math.max(box.maxX, x);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

/** Whether a point is within a box, edges included. */
export const insideBox = ({ x, y }: Point, box: Box) =>
  x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;

/** Whether two boxes overlap or touch. */
export const boxesTouch = (a: Box, b: Box) =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;

/** The box enlarged on every side, in metres. */
export const boxGrown = (box: Box, by: number): Box => ({
  minX: box.minX - by,
  minY: box.minY - by,
  maxX: box.maxX + by,
  maxY: box.maxY + by,
});

const circleCorners = 28;

/** A circle as a polygon of 28 corners. */
export const circleAround = ({ x, y }: Point, radiusM: number): Point[] =>
  Array.from({ length: circleCorners }, (_, n) => {
    const angle = (2 * Math.PI * n) / circleCorners;
    return { x: x + radiusM * Math.cos(angle), y: y + radiusM * Math.sin(angle) };
  });
