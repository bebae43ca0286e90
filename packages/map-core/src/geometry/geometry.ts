/** Metres in the robot's map frame, y upwards. Screen pixels never enter this package. */
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

export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A place turned counter-clockwise about another, radians. */
export function turnedAbout(p: Point, about: Point, by: number): Point {
  const [cos, sin] = [Math.cos(by), Math.sin(by)];
  const { x, y } = minus(p, about);
  return { x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos };
}

/** The upright box between two opposite corners. */
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

export const distanceToSegment = (p: Point, a: Point, b: Point) => distance(p, nearestOnSegment(p, a, b));

/** How far p is from an open line of points; a line of one point is that point. */
export function distanceToLine(p: Point, line: readonly Point[]) {
  let nearest = Infinity;
  for (let i = 0; i < line.length; i++) {
    nearest = Math.min(nearest, distanceToSegment(p, line[Math.max(0, i - 1)]!, line[i]!));
  }
  return nearest;
}

/** Metres along an open line of points. */
export function lengthOf(line: readonly Point[]) {
  let length = 0;
  for (let i = 1; i < line.length; i++) length += distance(line[i - 1]!, line[i]!);
  return length;
}

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

export const insideBox = ({ x, y }: Point, box: Box) =>
  x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;

export const boxesTouch = (a: Box, b: Box) =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;

export const boxGrown = (box: Box, by: number): Box => ({
  minX: box.minX - by,
  minY: box.minY - by,
  maxX: box.maxX + by,
  maxY: box.maxY + by,
});

const circleCorners = 28;

/** A circle as an outline, metres. */
export const circleAround = ({ x, y }: Point, radiusM: number): Point[] =>
  Array.from({ length: circleCorners }, (_, n) => {
    const angle = (2 * Math.PI * n) / circleCorners;
    return { x: x + radiusM * Math.cos(angle), y: y + radiusM * Math.sin(angle) };
  });
