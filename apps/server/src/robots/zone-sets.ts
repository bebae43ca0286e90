import type { MapElements } from '@sweepline/contract';
import { isSimple, signedArea, type Point } from '@sweepline/map-core';
import type { ZoneV3 } from '@sweepline/contract/robot';

/** What the zones of a map are made of, as it was when the run was started. */
export interface ZoneSource {
  mapId: string;
  mapVersion: number;
  zones: MapElements['zones'];
  walls: MapElements['walls'];
}

const wallWidthM = 0.1;
const slowMps = 0.3;
const carpetPenalty = 0.5;

export const zoneSetIdOf = (source: Pick<ZoneSource, 'mapId' | 'mapVersion'>) =>
  `zs-${source.mapId}-${source.mapVersion}`;

/** Only what a robot may not cross is worth waiting for; the rest of a zone set is advice. */
export const hasForbidden = (source: ZoneSource) =>
  source.walls.length > 0 || source.zones.some((it) => it.type === 'NO_GO');

const rectangle = (a: Point, b: Point): Point[] => {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const half = wallWidthM / 2;
  const side = { x: (-(b.y - a.y) / length) * half, y: ((b.x - a.x) / length) * half };
  return [
    { x: a.x - side.x, y: a.y - side.y },
    { x: b.x - side.x, y: b.y - side.y },
    { x: b.x + side.x, y: b.y + side.y },
    { x: a.x + side.x, y: a.y + side.y },
  ];
};

const counterClockwise = (corners: Point[]) => (signedArea(corners) < 0 ? corners.toReversed() : corners);

/**
 * The zones a robot is told (2.12): no-go areas and walls are BLOCKED, slow areas SPEED_LIMIT, carpets PENALTY. "Drive but do not
 * clean" has no counterpart in VDA 5050 and stays out. A polygon that crosses itself is left out: a robot would refuse the
 * whole set.
 */
export function zonesOf(source: ZoneSource): ZoneV3[] {
  const blocked = (zoneId: string, corners: Point[]): ZoneV3 => ({
    zoneId,
    zoneType: 'BLOCKED',
    vertices: counterClockwise(corners),
  });
  const fromZones = source.zones
    .filter((it) => isSimple(it.points))
    .flatMap((it): ZoneV3[] => {
      const vertices = counterClockwise(it.points);
      switch (it.type) {
        case 'NO_GO':
          return [blocked(it.id, it.points)];
        case 'SLOW':
          return [{ zoneId: it.id, zoneType: 'SPEED_LIMIT', maximumSpeed: slowMps, vertices }];
        case 'CARPET':
          return [{ zoneId: it.id, zoneType: 'PENALTY', penaltyFactor: carpetPenalty, vertices }];
        default:
          return [];
      }
    });
  const fromWalls = source.walls.flatMap((wall) =>
    wall.points
      .slice(1)
      .map((to, index) => blocked(`${wall.id}.${index}`, rectangle(wall.points[index] ?? to, to))),
  );
  return [...fromZones, ...fromWalls];
}
