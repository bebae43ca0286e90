import type { Place } from '@sweepline/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { clusterPlaces, type Cluster } from './clusters.ts';
import { placeLabels } from './labels.ts';
import { loadLand, type Land } from './land.ts';
import { paintLand } from './paint-land.ts';
import { PlaceMark } from './place-mark.tsx';
import { isNear, projectionFor, type Spot } from './projection.ts';
import { useSize } from './use-size.ts';
import './places-map.css';

type LocatedPlace = Place & Spot;
export const isLocated = (place: Place): place is LocatedPlace =>
  place.latitude !== null && place.longitude !== null;

interface Props {
  /** Places without coordinates are not drawn; show them with `PlaceList` beside the map. */
  places: readonly Place[];
  /** Called with a single place that was chosen. Without it the map is a picture that takes no input. */
  onOpen?: (place: Place) => void;
  /** Height of a line of text in pixels. */
  line?: number;
}

/** Places on the land of the world, without borders. Places that would overlap are one mark that opens into them. */
export function PlacesMap({ places, onOpen, line = 20 }: Props) {
  const { t } = useTranslation('places-map');
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const [shown, setShown] = useState<ReadonlySet<string>>();
  const located = useMemo(() => places.filter(isLocated), [places]);
  const inView = useMemo(() => {
    const chosen = shown ? located.filter(({ id }) => shown.has(id)) : located;
    return chosen.length > 0 ? chosen : located;
  }, [located, shown]);
  // States change often and coordinates hardly ever; only the latter move the map.
  const spots = useStable(inView.map(({ latitude, longitude }) => ({ latitude, longitude })));
  const projection = useMemo(
    () => (size.width > 0 && size.height > 0 ? projectionFor(spots, size) : null),
    [spots, size],
  );
  const land = useLand(isNear(spots) ? 'fine' : 'coarse');
  useEffect(() => {
    if (canvas.current && projection) paintLand(canvas.current, size, projection, land);
  }, [projection, size, land]);

  const radius = line * 1.1;
  const clusters = useMemo(() => {
    if (!projection) return [];
    const projected = located.flatMap((place) => {
      const [x, y] = projection([place.longitude, place.latitude]) ?? [Number.NaN, Number.NaN];
      return x >= 0 && y >= 0 && x <= size.width && y <= size.height ? [{ place, x, y }] : [];
    });
    return clusterPlaces(projected, radius * 2.2);
  }, [projection, located, size, radius]);
  const nameOf = ({ places: members }: Cluster) =>
    members.length === 1
      ? (members[0]?.name ?? '')
      : t('cluster', { count: members.length, shown: formatNumber(members.length) });
  const labels = placeLabels(clusters, nameOf, { width: size.width, line, radius });
  const choose = (members: readonly Place[]) => {
    const [only] = members;
    if (members.length === 1 && only) return onOpen?.(only);
    // Places at one spot cannot open any further.
    const opensFurther = members.some(
      ({ latitude, longitude }) => latitude !== only?.latitude || longitude !== only?.longitude,
    );
    if (!opensFurther && only) return onOpen?.(only);
    setShown(new Set(members.map(({ id }) => id)));
  };
  return (
    <div
      ref={frame}
      className="places-map"
      role="group"
      aria-label={t('label')}
      style={{ fontSize: `${line * 0.8}px` }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && shown) setShown(undefined);
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {clusters.map((cluster) => (
        <PlaceMark
          key={cluster.key}
          cluster={cluster}
          name={nameOf(cluster)}
          side={labels.get(cluster.key)?.side}
          radius={radius}
          {...(onOpen && { onChoose: choose })}
        />
      ))}
      {onOpen && shown && (
        <Button className="places-map-all" icon="shrink" onClick={() => setShown(undefined)}>
          {t('all')}
        </Button>
      )}
    </div>
  );
}

/** The same value while its content is equal. */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

const noLand: readonly Land[] = [];

function useLand(detail: 'coarse' | 'fine'): readonly Land[] {
  const [land, setLand] = useState<readonly Land[]>(noLand);
  useEffect(() => {
    let isWanted = true;
    // Without outlines the places are still shown; the next map tries again.
    loadLand(detail).then(
      (parts) => isWanted && setLand(parts),
      () => {},
    );
    return () => void (isWanted = false);
  }, [detail]);
  return land;
}
