import { distance, insideBox, lengthOf, minus, type Box, type Point } from './geometry.ts';
import { counterClockwise, isSimple, polygonArea } from './polygon.ts';
import { kinds, placesOf, type Shape, type Wall, type Zone } from './shapes.ts';

/** Why a shape is invalid. The console shows it while drawing; the server refuses the shape. */
export type ShapeFault =
  | 'notFinite'
  | 'tooFewCorners'
  | 'tooManyCorners'
  | 'selfCrossing'
  | 'tooSmall'
  | 'outsideMap';

/** Largest number of corners, smallest zone area, smallest length of lines. */
export const shapeLimits = { corners: 200, zoneM2: 0.01, lineM: 0.05 } as const;

/** The first fault of a shape; undefined when it is valid. `map`: box of the map in metres. */
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

/** A zone with counter-clockwise corners, as stored and sent to robots. */
export const tidyZone = (zone: Zone): Zone => ({ ...zone, points: counterClockwise(zone.points) });

/**
 * A wall as thin rectangles, one per segment, `width` metres wide: VDA 5050 has areas only. See
 * docs/protocol/maps.md#zone-set.
 */
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
