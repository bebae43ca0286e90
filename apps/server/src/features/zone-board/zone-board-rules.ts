import type { TrailPoint, Zone } from '@sweepline/contract';
import {
  boxAround,
  boxGrown,
  clearArea,
  closedAreas,
  coverageOf,
  createCoverage,
  paintTrajectory,
  polygonMask,
  brushPath,
  type Box,
  type Grid,
} from '@sweepline/map-core';

/** Cell size in metres, as in the coverage pictures of robots (docs/protocol/files.md#coverage-file). */
const cellM = 0.1;

export interface PaintedZone {
  zoneId: string;
  /** Free floor of the zone, and the part of it with at least one pass. */
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
 * The part of each zone that a path cleaned with a tool of `toolWidthM` metres, independent of the run's plan. Zones that the path
 * did not reach and zones without accessible free floor are omitted.
 */
export function paintZones(
  zones: readonly Zone[],
  path: readonly TrailPoint[],
  toolWidthM: number,
  ground?: Grid,
): PaintedZone[] {
  const points = brushPath(path);
  // Closed areas within a zone do not count as its floor.
  const closed = closedAreas(zones);
  return zones.flatMap((zone) => {
    if (zone.type !== 'CLEAN' || zone.points.length < 3) return [];
    const box = boxAround(zone.points);
    const near = boxGrown(box, toolWidthM);
    if (!path.some((point, i) => point[4] === 1 && meets(near, path[i - 1] ?? point, point))) return [];
    const painted = createCoverage(box, cellM);
    paintTrajectory(painted, points, toolWidthM);
    const target = polygonMask(painted, zone.points, ground);
    for (const area of closed) clearArea(target, painted, area);
    const { targetM2, coveredM2, share } = coverageOf(painted, target);
    if (coveredM2 === 0) return [];
    return [{ zoneId: zone.id, floorM2: targetM2, cleanedM2: coveredM2, coverage: share }];
  });
}
