import { distance, middle, minus, type Point } from './geometry.ts';
import { counterClockwise, inside, isSimple, signedArea } from './polygon.ts';

/** Corners within this distance are equal, metres. */
const sameM = 1e-6;
/** A cut within this distance of a corner goes through the corner, metres. No piece gets an edge too short to see. */
const snapM = 1e-3;
/** Distance of the test points beside an edge, metres. */
const besideM = 1e-4;

/** Intersection of the segments from–to and a–b as shares of both; undefined when parallel or apart. */
function meeting(a: Point, b: Point, from: Point, to: Point): { onEdge: number; onLine: number } | undefined {
  const [edge, line, gap] = [minus(b, a), minus(to, from), minus(from, a)];
  const cross = edge.x * line.y - edge.y * line.x;
  if (Math.abs(cross) < 1e-12) return undefined;
  const onEdge = (gap.x * line.y - gap.y * line.x) / cross;
  const onLine = (gap.x * edge.y - gap.y * edge.x) / cross;
  return onEdge >= 0 && onEdge <= 1 && onLine >= 0 && onLine <= 1 ? { onEdge, onLine } : undefined;
}

const along = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** A polyline cut at its crossings with a segment; one piece without a crossing. */
export function lineCut(line: readonly Point[], from: Point, to: Point): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] = line.slice(0, 1);
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const hit = meeting(a, b, from, to);
    const at = hit && along(a, b, hit.onEdge);
    if (at && distance(at, a) > sameM && distance(at, b) > sameM) {
      pieces.push([...piece, at]);
      piece = [at];
    }
    piece.push(b);
  }
  return [...pieces, piece];
}

/** The share of from–to that is nearest to a point. */
function nearestShare(p: Point, from: Point, to: Point): number {
  const line = minus(to, from);
  const gap = minus(p, from);
  return Math.min(1, Math.max(0, (gap.x * line.x + gap.y * line.y) / (line.x ** 2 + line.y ** 2)));
}

interface Hit {
  /** The edge that begins at or before the place. */
  edge: number;
  place: Point;
  onLine: number;
}

/** The crossings of a ring with a segment, in the order of the segment. A crossing within `snapM` of a corner is the corner. */
function hitsOf(ring: readonly Point[], from: Point, to: Point): Hit[] {
  const hits = new Map<Point, Hit>();
  for (const [edge, a] of ring.entries()) {
    const following = (edge + 1) % ring.length;
    const b = ring[following]!;
    // A line through an inner corner may miss both of its edges by a rounding error.
    const nearest = nearestShare(a, from, to);
    if (distance(a, along(from, to, nearest)) <= snapM) hits.set(a, { edge, place: a, onLine: nearest });
    const hit = meeting(a, b, from, to);
    if (!hit) continue;
    const { onLine } = hit;
    const place = along(a, b, hit.onEdge);
    if (distance(place, a) <= snapM) hits.set(a, { edge, place: a, onLine });
    else if (distance(place, b) <= snapM) hits.set(b, { edge: following, place: b, onLine });
    else hits.set(place, { edge, place, onLine });
  }
  return [...hits.values()].toSorted((a, b) => a.onLine - b.onLine);
}

/** The two parts of a ring beside a chord; undefined when the chord cuts nothing off. */
function halvesAt(ring: readonly Point[], first: Hit, second: Hit): Point[][] | undefined {
  // Both hits on one edge: the cut runs along the edge.
  if (first.edge === second.edge) return undefined;
  const halves = [
    [first.place, ...between(ring, first.edge, second.edge), second.place],
    [second.place, ...between(ring, second.edge, first.edge), first.place],
  ].map(withoutRepeats);
  return halves.some((half) => half.length < 3 || Math.abs(signedArea(half)) < sameM) ? undefined : halves;
}

/**
 * A polygon cut along a segment; the polygon alone when the segment does not cross it completely. Each piece is cut again by
 * the rest of the segment, so a line through a U gives three pieces.
 */
export function polygonCut(corners: readonly Point[], from: Point, to: Point): Point[][] {
  const ring = counterClockwise(corners);
  const hits = hitsOf(ring, from, to);
  for (const [i, first] of hits.entries()) {
    const second = hits[i + 1];
    if (!second || !inside(along(from, to, (first.onLine + second.onLine) / 2), ring)) continue;
    const halves = halvesAt(ring, first, second);
    if (!halves) continue;
    const rest = along(from, to, second.onLine + 1e-9);
    return distance(rest, to) < sameM ? halves : halves.flatMap((half) => polygonCut(half, rest, to));
  }
  return [ring];
}

/** The corners of a ring from the end of one edge to the start of another. */
function between(ring: readonly Point[], edge: number, last: number): Point[] {
  const count = (last - edge + ring.length) % ring.length;
  return Array.from({ length: count }, (_, i) => ring[(edge + 1 + i) % ring.length]!);
}

const withoutRepeats = (ring: readonly Point[]) =>
  ring.filter((p, i) => distance(p, ring.at(i - 1)!) > sameM);

/**
 * The union of two polygons as one outline; undefined when they share no edge or area, or when the union has a hole.
 */
export function polygonsJoined(first: readonly Point[], second: readonly Point[]): Point[] | undefined {
  const [a, b] = [counterClockwise(first), counterClockwise(second)];
  const covered = (p: Point) => inside(p, a) || inside(p, b);
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const { from, to } of [...edgesCut(a, b), ...edgesCut(b, a)]) {
    const [mid, length] = [middle(from, to), distance(from, to)];
    const beside = { x: (-(to.y - from.y) / length) * besideM, y: ((to.x - from.x) / length) * besideM };
    const [left, right] = [
      covered({ x: mid.x + beside.x, y: mid.y + beside.y }),
      covered({ x: mid.x - beside.x, y: mid.y - beside.y }),
    ];
    // An edge belongs to the outline when only its left side is covered.
    if (left && !right) edges.set(`${keyOf(from)} ${keyOf(to)}`, { from, to });
  }
  return oneRing([...edges.values()]);
}

const keyOf = ({ x, y }: Point) => `${Math.round(x / 1e-5)},${Math.round(y / 1e-5)}`;

/** The edges of a ring, cut at crossings with the other ring and at its corners. */
function edgesCut(ring: readonly Point[], other: readonly Point[]) {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length]!;
    const shares = other.flatMap((c, j) => {
      const hit = meeting(from, to, c, other[(j + 1) % other.length]!);
      return hit ? [hit.onEdge, shareOf(c, from, to)] : [shareOf(c, from, to)];
    });
    const cuts = [0, ...shares.filter((share) => share > 0 && share < 1).toSorted((p, q) => p - q), 1];
    const places = cuts.map((share) => (share === 1 ? to : along(from, to, share)));
    return places
      .slice(1)
      .map((end, k) => ({ from: places[k]!, to: end }))
      .filter((edge) => distance(edge.from, edge.to) > 1e-5);
  });
}

/** The share of from–to at which a point is on it; NaN for other points. */
function shareOf(p: Point, from: Point, to: Point) {
  const direction = minus(to, from);
  const length2 = direction.x ** 2 + direction.y ** 2;
  const share = ((p.x - from.x) * direction.x + (p.y - from.y) * direction.y) / length2;
  return distance(p, along(from, to, share)) <= 1e-5 ? share : Number.NaN;
}

function oneRing(edges: readonly { from: Point; to: Point }[]): Point[] | undefined {
  const next = new Map(edges.map((edge) => [keyOf(edge.from), edge]));
  if (next.size !== edges.length) return undefined;
  const ring: Point[] = [];
  let edge = edges[0];
  while (edge && ring.length < edges.length) {
    ring.push(edge.from);
    edge = next.get(keyOf(edge.to));
    if (edge === edges[0]) break;
  }
  const tidy = withoutStraights(ring);
  return ring.length === edges.length && isSimple(tidy) ? tidy : undefined;
}

/** Removes corners on a straight edge. */
const withoutStraights = (ring: readonly Point[]) =>
  ring.filter((b, i) => {
    const [a, c] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]!];
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    return Math.abs(turn) > 1e-7 * Math.max(1e-6, distance(a, c));
  });
