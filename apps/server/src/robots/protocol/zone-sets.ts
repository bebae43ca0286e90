import { isSimple, signedArea, type Point } from '@sweepline/map-core';
import type { ZoneV3 } from '@sweepline/contract/robot';
import type { ZoneSource } from '../../robots-port/run-requests.ts';

const wallWidthM = 0.1;
const slowMps = 0.3;
const bumpMps = 0.3;
const slopeMps = 0.4;
/** A robot slows down before a bump, not on it. A slope is as wide as the widest robot with its tolerance. */
const bumpWidthM = 0.6;
const slopeWidthM = 1.2;
const carpetPenalty = 0.5;

export const zoneSetIdOf = (source: Pick<ZoneSource, 'mapId' | 'mapVersion'>) =>
  `zs-${source.mapId}-${source.mapVersion}`;

/** Only blocked zones are worth waiting for; the other zones are advisory. */
export const hasForbidden = (source: ZoneSource) =>
  source.walls.length > 0 || source.zones.some((it) => it.type === 'NO_GO');

const rectangle = (a: Point, b: Point, widthM = wallWidthM): Point[] => {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const half = widthM / 2;
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
 * The zones sent to a robot (docs/protocol/maps.md#zone-set): no-go areas and walls are BLOCKED, slow areas, bumps and
 * slopes SPEED_LIMIT, carpets PENALTY. "Drive but do not clean" has no counterpart in VDA 5050 and is omitted. A
 * self-intersecting polygon is omitted, because a robot would refuse the whole set.
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
  const limited = (zoneId: string, maximumSpeed: number, corners: Point[]): ZoneV3 => ({
    zoneId,
    zoneType: 'SPEED_LIMIT',
    maximumSpeed,
    vertices: counterClockwise(corners),
  });
  const fromBumps = (source.bumps ?? []).flatMap(({ id, points }) =>
    points
      .slice(1)
      .map((to, i) => limited(`${id}.${i}`, bumpMps, rectangle(points[i] ?? to, to, bumpWidthM))),
  );
  const fromSlopes = (source.slopes ?? []).map(({ id, low, high }) =>
    limited(id, slopeMps, rectangle(low, high, slopeWidthM)),
  );
  return [...fromZones, ...fromWalls, ...fromBumps, ...fromSlopes];
}
