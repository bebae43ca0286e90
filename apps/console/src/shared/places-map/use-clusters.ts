import type { Place } from '@sweepline/contract';
import type { GeoProjection } from 'd3-geo';
import { useMemo } from 'react';
import { clusterPlaces, type Cluster } from './clusters.ts';
import { isNear, openedDegrees, overviewDegrees, projectionFor, type Size, type Spot } from './projection.ts';

type LocatedPlace = Place & Spot;
export const isLocated = (place: Place): place is LocatedPlace =>
  place.latitude !== null && place.longitude !== null;

interface View {
  projection: GeoProjection | null;
  clusters: readonly Cluster[];
  isNear: boolean;
}

/** The part of the world with the shown places, all without `shown`, and what is visible in it, joined where it would overlap. */
export function useClusters(
  places: readonly Place[],
  shown: ReadonlySet<string> | undefined,
  size: Size,
  distance: number,
): View {
  const located = useMemo(() => places.filter(isLocated), [places]);
  const chosen = shown ? located.filter(({ id }) => shown.has(id)) : [];
  const inView = chosen.length > 0 ? chosen : located;
  // States change often and coordinates hardly ever; only the latter move the map.
  const spots = useStable(inView.map(({ latitude, longitude }) => ({ latitude, longitude })));
  const isOpened = shown !== undefined;
  const projection = useMemo(
    () =>
      size.width > 0 && size.height > 0
        ? projectionFor(spots, size, isOpened ? openedDegrees : overviewDegrees)
        : null,
    [spots, size, isOpened],
  );
  const clusters = useMemo(() => {
    if (!projection) return [];
    const projected = located.flatMap((place) => {
      const [x, y] = projection([place.longitude, place.latitude]) ?? [Number.NaN, Number.NaN];
      return x >= 0 && y >= 0 && x <= size.width && y <= size.height ? [{ place, x, y }] : [];
    });
    return clusterPlaces(projected, distance);
  }, [projection, located, size, distance]);
  return { projection, clusters, isNear: isNear(spots) };
}

/** The same value while its content is equal. */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
