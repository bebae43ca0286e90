import type { MapPoint, World } from '../../world/world.ts';

/** The charger that belongs to a robot, and its map. */
export interface Home {
  mapId: string;
  dock: MapPoint | undefined;
}

/** The charger that a robot uses on a floor: its own one, or the first charger of another floor. */
export const dockOn = ({ mapId, elements }: World, home: Home): MapPoint | undefined =>
  mapId === home.mapId ? home.dock : elements.points.find(({ type }) => type === 'CHARGING');
