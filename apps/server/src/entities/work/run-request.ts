import type { MapElements, Zone } from '@sweepline/contract';
import { counterClockwise, distance, polygonArea } from '@sweepline/map-core';
import type { RunArea, RunPlan, RunRow } from './run-table.ts';

export const areaOf = ({ id, name, points }: Zone): RunArea => ({
  areaId: id,
  name,
  polygon: counterClockwise(points).map(({ x, y }) => [x, y]),
  areaM2: polygonArea(points),
});

/** Where a drive leads; null for other runs. */
export const destinationOf = ({ kind, plan }: Pick<RunRow, 'kind' | 'plan'>) =>
  kind !== 'NAVIGATION' ? null : plan.station ? ('CHARGER' as const) : ('POINT' as const);

/** The part of a map that a robot needs before it drives on it. */
export const zoneSourceOf = (
  {
    id,
    version,
    elements,
  }: {
    id: string;
    version: number;
    elements: MapElements;
  },
  withoutConfirmation = false,
) => ({
  mapId: id,
  mapVersion: version,
  zones: elements.zones,
  walls: elements.walls,
  slopes: elements.slopes,
  bumps: elements.bumps,
  withoutConfirmation,
});

const stations: Record<RunPlan['finish'], readonly string[]> = {
  CHARGE: ['CHARGING', 'DOCKING'],
  PACK: ['DROP', 'START'],
  STAY: [],
};

/** The end point of a run: the matching point nearest to the robot, which is usually where it started. */
export function stationOf(
  { points }: Pick<MapElements, 'points'>,
  finish: RunPlan['finish'],
  near: { x: number; y: number } | null,
): RunPlan['station'] {
  for (const type of stations[finish]) {
    const candidates = points.filter((point) => point.type === type);
    const [nearest] = near
      ? candidates.toSorted((a, b) => distance(a, near) - distance(b, near))
      : candidates;
    if (nearest) return { id: nearest.id, x: nearest.x, y: nearest.y, theta: nearest.theta };
  }
  return undefined;
}
