import { distance, type Point } from './geometry.ts';

/** One place twice: on a robot's map, metres with y up, and on a picture, pixels with y down. */
export interface PlacePair {
  map: Point;
  plan: Point;
}

/** How a map lies on a picture: turned, scaled and moved, never mirrored or stretched. */
export interface Alignment {
  /** Pixels a metre. */
  scale: number;
  /** Radians the map is turned by on the picture, counter-clockwise as people see it. */
  turn: number;
  /** Where the map's origin lies on the picture, pixels. */
  origin: Point;
}

/** Places nearer to each other than this on either side tell nothing of turn and scale. */
const nearest = { mapM: 0.05, planPx: 1 } as const;

/**
 * The similarity that carries the map onto the picture with the smallest sum of squared distances on the picture, in closed form
 * (Umeyama 1991, for two dimensions and without reflection). Undefined while there are fewer than two pairs, or all of them lie on
 * one spot. Two pairs are met exactly.
 */
export function alignmentOf(pairs: readonly PlacePair[]): Alignment | undefined {
  if (pairs.length < 2) return undefined;
  const map = meanOf(pairs.map((pair) => pair.map));
  // With y turned upwards both sides are of one hand, and the similarity is a product of complex numbers.
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
  if (!(spread > nearest.mapM ** 2) || !(reach > nearest.planPx ** 2)) return undefined;
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

/** Where a place of the map lies on the picture, pixels from the top left. */
export function onPlan({ scale, turn, origin }: Alignment, p: Point): Point {
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  return { x: origin.x + cos * p.x - sin * p.y, y: origin.y - (sin * p.x + cos * p.y) };
}

/** Which place of the map lies at a pixel. */
export function onMap({ scale, turn, origin }: Alignment, p: Point): Point {
  const [dx, dy] = [(p.x - origin.x) / scale, (origin.y - p.y) / scale];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: cos * dx + sin * dy, y: -sin * dx + cos * dy };
}

/** How far each pair is from being met, in metres on the floor. */
export const residualsOf = (alignment: Alignment, pairs: readonly PlacePair[]): number[] =>
  pairs.map(({ map, plan }) => distance(onPlan(alignment, map), plan) / alignment.scale);
