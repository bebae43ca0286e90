import type { Point } from '@sweepline/map-core';
import { gridGround, type Ground } from './ground.ts';
import { openGround } from './open-ground.ts';
import type { Robot } from '../robot.ts';

/** The current floor of the robot: its map with the received zones, or else with the zones and walls of the map. */
export function groundNow({ light, spec, traffic, world }: Robot): Ground {
  if (light) return openGround(spec);
  const receivedZones = traffic
    .zonesOf(world.mapId)
    ?.zones.filter((zone) => zone.zoneType === 'BLOCKED')
    .map((zone) => zone.vertices);
  const { polygons, walls } = world.elements;
  const mapZones = [
    ...polygons.filter(({ type }) => type === 'NO_GO').map(({ points }) => points),
    ...walls.flatMap(({ points }) => points.slice(1).map((to, i) => strip(points[i] ?? to, to))),
  ];
  return gridGround(world, receivedZones ?? mapZones, spec);
}

/** Half the width of the zone that the server creates for a wall (docs/protocol/maps.md#zone-set). */
const halfWallM = 0.05;

function strip(a: Point, b: Point): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [(-(b.y - a.y) / length) * halfWallM, ((b.x - a.x) / length) * halfWallM];
  return [
    { x: a.x - x, y: a.y - y },
    { x: b.x - x, y: b.y - y },
    { x: b.x + x, y: b.y + y },
    { x: a.x + x, y: a.y + y },
  ];
}
