import type { Place } from '@sweepline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import type { Cluster } from './clusters.ts';
import { placeLabels } from './labels.ts';
import { paintLand } from './paint-land.ts';
import { PlaceList } from './place-list.tsx';
import { PlaceMark } from './place-mark.tsx';
import { useClusters } from './use-clusters.ts';
import { useEscape } from './use-escape.ts';
import { useLand } from './use-land.ts';
import { useSize } from './use-size.ts';
import './places-map.css';

const areAtOneSpot = (a: Place, b: Place | undefined) =>
  a.latitude === b?.latitude && a.longitude === b?.longitude;

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
  const [stacked, setStacked] = useState<readonly Place[]>([]);
  const isZoomed = shown !== undefined || stacked.length > 0;
  const radius = line * 1.1;
  const { projection, clusters, isNear } = useClusters(places, shown, size, radius * 2.2);
  const land = useLand(isNear ? 'fine' : 'coarse');
  useEffect(() => {
    if (canvas.current && projection) paintLand(canvas.current, size, projection, land);
  }, [projection, size, land]);

  const nameOf = ({ places: members }: Cluster) =>
    members.length === 1
      ? (members[0]?.name ?? '')
      : t('cluster', { count: members.length, shown: formatNumber(members.length) });
  const labels = placeLabels(clusters, nameOf, { width: size.width, line, radius });
  const choose = (members: readonly Place[]) => {
    const [first] = members;
    if (members.length === 1 && first) return onOpen?.(first);
    // The map cannot take places of one spot apart, nor those that stay together after it opened.
    const isOneSpot = members.every((place) => areAtOneSpot(place, first)) || members.length === shown?.size;
    if (isOneSpot) setStacked(members);
    else setShown(new Set(members.map(({ id }) => id)));
  };
  const showAll = () => {
    setShown(undefined);
    setStacked([]);
  };
  useEscape(frame, isZoomed, showAll);
  return (
    <div
      ref={frame}
      className="places-map"
      role="group"
      aria-label={t('label')}
      style={{ fontSize: `${line * 0.8}px` }}
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
      {onOpen && stacked.length > 0 && (
        <div className="places-map-stack">
          <PlaceList places={stacked} onOpen={onOpen} />
        </div>
      )}
      {onOpen && isZoomed && (
        <Button className="places-map-all" icon="shrink" onClick={showAll}>
          {t('all')}
        </Button>
      )}
    </div>
  );
}
