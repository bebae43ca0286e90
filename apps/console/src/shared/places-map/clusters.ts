import type { Place } from '@sweepline/contract';

export interface ProjectedPlace {
  place: Place;
  x: number;
  y: number;
}

/** Places that would overlap on the map, drawn as one. */
export interface Cluster {
  key: string;
  x: number;
  y: number;
  places: readonly Place[];
}

/** Joins places that are nearer than `distance` pixels to a larger one. Linear in the places, by a grid of that size. */
export function clusterPlaces(projected: readonly ProjectedPlace[], distance: number): Cluster[] {
  const bySize = projected.toSorted(
    (a, b) => b.place.devices - a.place.devices || a.place.id.localeCompare(b.place.id),
  );
  const cells = new Map<string, { x: number; y: number; members: ProjectedPlace[] }[]>();
  const clusters: { x: number; y: number; members: ProjectedPlace[] }[] = [];
  for (const point of bySize) {
    const [column, row] = [Math.floor(point.x / distance), Math.floor(point.y / distance)];
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []))
      .find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < distance);
    if (near) {
      near.members.push(point);
      continue;
    }
    const cluster = { x: point.x, y: point.y, members: [point] };
    clusters.push(cluster);
    const cell = `${column} ${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), cluster]);
  }
  return clusters.map(({ x, y, members }) => ({
    key: members[0]?.place.id ?? '',
    x,
    y,
    places: members.map(({ place }) => place),
  }));
}

export type PlaceState = 'alarm' | 'working' | 'online' | 'offline' | 'empty';
const alarmFrom = 3;

/** The state of one place or of several: an open alarm of level 3 or higher is most urgent. */
export function stateOfPlaces(places: readonly Place[]): PlaceState {
  const sum = (of: 'devices' | 'online' | 'working') => places.reduce((total, place) => total + place[of], 0);
  if (places.some(({ alarmLevel }) => alarmLevel >= alarmFrom)) return 'alarm';
  if (sum('working') > 0) return 'working';
  if (sum('online') > 0) return 'online';
  return sum('devices') > 0 ? 'offline' : 'empty';
}
