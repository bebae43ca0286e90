import { distance, type Point } from './geometry.ts';

/** The same place on a map (metres, y up) and on a picture (pixels, y down). */
export interface PlacePair {
  map: Point;
  plan: Point;
}

/** Transformation from map to picture: rotation, scale and translation, no reflection or stretch. */
export interface Alignment {
  /** Pixels per metre. */
  scale: number;
  /** Rotation of the map on the picture in radians, counter-clockwise on screen. */
  turn: number;
  /** Position of the map's origin on the picture, in pixels. */
  origin: Point;
}

/** Places within this distance do not determine rotation and scale. */
const minDistance = { mapM: 0.05, planPx: 1 } as const;

/**
 * The similarity transformation from map to picture with the smallest sum of squared distances on the picture, in closed
 * form (Umeyama 1991, two dimensions, no reflection). Undefined for fewer than two pairs or coincident places. Two pairs
 * are matched exactly.
 */
export function alignmentOf(pairs: readonly PlacePair[]): Alignment | undefined {
  if (pairs.length < 2) return undefined;
  const map = meanOf(pairs.map((pair) => pair.map));
  // With y up on both sides there is no reflection, and the similarity is a product of complex numbers.
  const plan = meanOf(pairs.map((pair) => upwards(pair.plan)));
  let [real, imaginary, spread, reach] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const [px, py] = [pair.map.x - map.x, pair.map.y - map.y];
    const { x, y } = upwards(pair.plan);
    const [qx, qy] = [x - plan.x, y - plan.y];
    real += px * qx + py * qy;
    imaginary += px * qy - py * qx;
    spread += px * px + py * py;
    reach += qx * qx + qy * qy;
  }
  if (!(spread > minDistance.mapM ** 2) || !(reach > minDistance.planPx ** 2)) return undefined;
  const [a, b] = [real / spread, imaginary / spread];
  const scale = Math.hypot(a, b);
  if (!(scale > 0) || !Number.isFinite(scale)) return undefined;
  const origin = upwards({ x: plan.x - (a * map.x - b * map.y), y: plan.y - (b * map.x + a * map.y) });
  return { scale, turn: Math.atan2(b, a), origin };
}

const upwards = ({ x, y }: Point): Point => ({ x, y: -y });

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((so, p) => ({ x: so.x + p.x, y: so.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The position of a map point on the picture, in pixels from the top left. */
export function onPlan({ scale, turn, origin }: Alignment, p: Point): Point {
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  return { x: origin.x + cos * p.x - sin * p.y, y: origin.y - (sin * p.x + cos * p.y) };
}

/** The map point at a pixel. */
export function onMap({ scale, turn, origin }: Alignment, p: Point): Point {
  const [dx, dy] = [(p.x - origin.x) / scale, (origin.y - p.y) / scale];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: cos * dx + sin * dy, y: -sin * dx + cos * dy };
}

/** The error of each pair, in metres on the floor. */
export const residualsOf = (alignment: Alignment, pairs: readonly PlacePair[]): number[] =>
  pairs.map(({ map, plan }) => distance(onPlan(alignment, map), plan) / alignment.scale);
