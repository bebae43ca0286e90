import { distance, insideBox, lengthOf, minus, type Box, type Point } from './geometry.ts';
import { counterClockwise, isSimple, polygonArea } from './polygon.ts';
import { kinds, placesOf, type Shape, type Wall, type Zone } from './shapes.ts';

/** Why a shape cannot be saved. The console shows it while drawing, the server refuses with it. */
export type ShapeFault =
  | 'notFinite'
  | 'tooFewCorners'
  | 'tooManyCorners'
  | 'selfCrossing'
  | 'tooSmall'
  | 'outsideMap';

/** The most corners; the least area of a zone, and the least length of everything that is a line. */
export const shapeLimits = { corners: 200, zoneM2: 0.01, lineM: 0.05 } as const;

/** The first thing wrong with a shape, undefined when it can be saved. `map` is the box of the map it lies on. */
export function shapeFault(shape: Shape, map?: Box): ShapeFault | undefined {
  const places = placesOf(shape);
  if (!places.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return 'notFinite';
  if (shape.kind === 'point' && !Number.isFinite(shape.theta)) return 'notFinite';
  if (places.length < kinds[shape.kind].fewest) return 'tooFewCorners';
  if (places.length > shapeLimits.corners) return 'tooManyCorners';
  if (shape.kind === 'zone' && !isSimple(shape.points)) return 'selfCrossing';
  if (shape.kind === 'zone' && polygonArea(shape.points) < shapeLimits.zoneM2) return 'tooSmall';
  if (shape.kind !== 'zone' && shape.kind !== 'point' && lengthOf(places) < shapeLimits.lineM)
    return 'tooSmall';
  if (map && !places.every((p) => insideBox(p, map))) return 'outsideMap';
  return undefined;
}

/** A zone as it is stored and sent to robots: counter-clockwise. */
export const tidyZone = (zone: Zone): Zone => ({ ...zone, points: counterClockwise(zone.points) });

/** A wall as robots that know only areas get it: one thin rectangle for each of its stretches (protocol 2.12). */
export function wallPolygons({ points }: Pick<Wall, 'points'>, width = 0.1): Point[][] {
  return points.slice(1).flatMap((b, i) => {
    const a = points[i]!;
    const length = distance(a, b);
    if (length === 0) return [];
    const along = minus(b, a);
    const [sideX, sideY] = [((-along.y / length) * width) / 2, ((along.x / length) * width) / 2];
    return [
      [
        { x: a.x - sideX, y: a.y - sideY },
        { x: b.x - sideX, y: b.y - sideY },
        { x: b.x + sideX, y: b.y + sideY },
        { x: a.x + sideX, y: a.y + sideY },
      ],
    ];
  });
}
