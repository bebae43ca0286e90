import type { MapDetail } from '@sweepline/contract';
import type { Pose } from '@sweepline/map-core';

interface Reported extends Pose {
  mapId: string;
}

/**
 * The pose that the marker shows first: the reported one. A robot that is moved to another map begins at the map's starting
 * point, or in its middle.
 */
export function firstPose(map: MapDetail | undefined, mapId: string, reported: Reported | undefined): Pose {
  if (reported && (!map || reported.mapId === mapId)) {
    const { x, y, theta } = reported;
    return { x, y, theta };
  }
  const start = map?.elements.points.find(({ type }) => type === 'START');
  if (start) return { x: start.x, y: start.y, theta: start.theta };
  if (!map) return { x: 0, y: 0, theta: 0 };
  const { originX, originY, width, height, resolution } = map.ground;
  return {
    x: originX + (width * resolution) / 2,
    y: originY + (height * resolution) / 2,
    theta: 0,
  };
}
