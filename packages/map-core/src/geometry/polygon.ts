import { distanceToSegment, minus, type Point } from './geometry.ts';

/** Twice the signed area of a, b, c: positive for a left turn, negative for a right turn, 0 on one line. */
const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Square metres, positive when the corners run counter-clockwise. The last corner joins the first. */
export function signedArea(corners: readonly Point[]) {
  const base = corners[0];
  if (!base) return 0;
  let twice = 0;
  for (let i = 1; i + 1 < corners.length; i++) twice += turn(base, corners[i]!, corners[i + 1]!);
  return twice / 2;
}

/** The area of a polygon, in square metres. */
export const polygonArea = (corners: readonly Point[]) => Math.abs(signedArea(corners));

/** The polygon with counter-clockwise corners, as required by VDA 5050 zones and `cleanArea`. */
export const counterClockwise = (corners: readonly Point[]): Point[] =>
  signedArea(corners) < 0 ? corners.toReversed() : [...corners];

/** Whether p is in the polygon by the even–odd rule. The result for points exactly on an edge is undefined. */
export function inside(p: Point, corners: readonly Point[]) {
  let odd = false;
  let a = corners.at(-1);
  for (const b of corners) {
    if (a && a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
    a = b;
  }
  return odd;
}

/** The distance of p from the polygon; 0 inside. */
export function distanceToPolygon(p: Point, corners: readonly Point[]) {
  if (inside(p, corners)) return 0;
  let nearest = Infinity;
  let a = corners.at(-1);
  for (const b of corners) {
    if (a) nearest = Math.min(nearest, distanceToSegment(p, a, b));
    a = b;
  }
  return nearest;
}

/** The centroid of the area; the mean of the corners for a polygon without area. */
export function centroid(corners: readonly Point[]): Point {
  const base = corners[0] ?? { x: 0, y: 0 };
  let [x, y, twice] = [0, 0, 0];
  for (let i = 1; i + 1 < corners.length; i++) {
    const [b, c] = [minus(corners[i]!, base), minus(corners[i + 1]!, base)];
    const part = b.x * c.y - b.y * c.x;
    x += (part * (b.x + c.x)) / 3;
    y += (part * (b.y + c.y)) / 3;
    twice += part;
  }
  if (Math.abs(twice) > 1e-12) return { x: base.x + x / twice, y: base.y + y / twice };
  const sum = corners.reduce((all, p) => ({ x: all.x + p.x, y: all.y + p.y }), { x: 0, y: 0 });
  const count = Math.max(1, corners.length);
  return { x: sum.x / count, y: sum.y / count };
}

const between = (p: Point, a: Point, b: Point) =>
  Math.min(a.x, b.x) <= p.x &&
  p.x <= Math.max(a.x, b.x) &&
  Math.min(a.y, b.y) <= p.y &&
  p.y <= Math.max(a.y, b.y);

/** Whether the segments a–b and c–d share any point, touching included. */
export function segmentsMeet(a: Point, b: Point, c: Point, d: Point) {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc > 0 !== abd > 0 && cda > 0 !== cdb > 0 && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0)
    return true;
  return (
    (abc === 0 && between(c, a, b)) ||
    (abd === 0 && between(d, a, b)) ||
    (cda === 0 && between(a, c, d)) ||
    (cdb === 0 && between(b, c, d))
  );
}

/** Adjacent edges share a corner; they are invalid only when one folds back over the other. */
const foldsBack = (a: Point, b: Point, c: Point) =>
  turn(a, b, c) === 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0;

/** Whether the outline neither crosses nor touches itself. Quadratic; use it for at most 1,000 corners. */
export function isSimple(corners: readonly Point[]) {
  const count = corners.length;
  if (count < 3) return false;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [corners[i]!, corners[(i + 1) % count]!, corners[(i + 2) % count]!];
    if ((a.x === b.x && a.y === b.y) || foldsBack(a, b, c)) return false;
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (segmentsMeet(a, b, corners[j]!, corners[(j + 1) % count]!)) return false;
    }
  }
  return true;
}
