import type { TrailPoint, Zone } from '@sweepline/contract';
import {
  boxAround,
  boxGrown,
  clearArea,
  closedAreas,
  coverageOf,
  createCoverage,
  paintWay,
  polygonMask,
  wayOf,
  type Box,
  type Grid,
} from '@sweepline/map-core';

/** Cells of a decimetre, as robots' own coverage pictures (protocol 2.7). */
const cellM = 0.1;

export interface PaintedZone {
  zoneId: string;
  /** Floor of the zone that is free, and what of it the tool passed at least once. */
  floorM2: number;
  cleanedM2: number;
  coverage: number;
}

const meets = (box: Box, a: TrailPoint, b: TrailPoint) =>
  Math.max(a[1], b[1]) >= box.minX &&
  Math.min(a[1], b[1]) <= box.maxX &&
  Math.max(a[2], b[2]) >= box.minY &&
  Math.min(a[2], b[2]) <= box.maxY;

/**
 * How much of each zone a path reached with its tool down, `toolWidthM` metres wide: what was really cleaned there, whatever the run
 * was sent to do. Zones it never reached are left out; so are zones without any free floor that is open to robots.
 */
export function paintZones(
  zones: readonly Zone[],
  path: readonly TrailPoint[],
  toolWidthM: number,
  ground?: Grid,
): PaintedZone[] {
  const way = wayOf(path);
  // Floor of a zone on which robots may not drive or clean is none of it that could be cleaned.
  const closed = closedAreas(zones);
  return zones.flatMap((zone) => {
    if (zone.type !== 'CLEAN' || zone.points.length < 3) return [];
    const box = boxAround(zone.points);
    const near = boxGrown(box, toolWidthM);
    if (!path.some((point, i) => point[4] === 1 && meets(near, path[i - 1] ?? point, point))) return [];
    const painted = createCoverage(box, cellM);
    paintWay(painted, way, toolWidthM);
    const target = polygonMask(painted, zone.points, ground);
    for (const area of closed) clearArea(target, painted, area);
    const { targetM2, coveredM2, share } = coverageOf(painted, target);
    if (coveredM2 === 0) return [];
    return [{ zoneId: zone.id, floorM2: targetM2, cleanedM2: coveredM2, coverage: share }];
  });
}
