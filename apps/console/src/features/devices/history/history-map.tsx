import { shapesOf } from '@sweepline/map-core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatTimeExact } from '../../../kit/format/format.ts';
import { MapView } from '../../../map-view/map-view.tsx';
import { Robots } from '../../../map-view/paint/robots.ts';
import { Trace } from '../../../map-view/paint/trace.ts';
import { useFloor } from '../../../map-view/use-floor.ts';

interface Place {
  at: string;
  mapId: string;
  x: number;
  y: number;
}

interface Props {
  name: string;
  deviceId: string;
  samples: readonly Place[];
  /** The position at the chosen moment. */
  at: Place | undefined;
  /** The rotation of the map, degrees. */
  turnDeg: number;
}

/** The sampled positions of a robot on the floor it was on at the chosen moment. */
export function HistoryMap({ name, deviceId, samples, at, turnDeg }: Props) {
  const { t } = useTranslation('devices/history');
  const map = useFloor(at?.mapId);
  const [robots] = useState(() => new Robots());
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  const trace = useMemo(() => {
    const onMap = samples.filter(({ mapId }) => mapId === at?.mapId);
    const first = Date.parse(onMap[0]?.at ?? '');
    return new Trace(
      onMap.map(({ at: when, x, y }) => ({ t: Date.parse(when) - first, x, y, theta: 0, cleaning: false })),
    );
  }, [samples, at?.mapId]);
  useEffect(() => {
    robots.set(at ? [{ id: deviceId, name, state: 'moving', pose: { x: at.x, y: at.y, theta: 0 } }] : []);
  }, [robots, deviceId, name, at]);
  if (!at || !map) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  return (
    <figure className="dh-map">
      <MapView
        label={t('mapLabel', { name })}
        ground={map.ground}
        shapes={shapes}
        robots={robots}
        trace={trace}
        turnDeg={turnDeg}
      />
      <figcaption>{t('place', { at: formatTimeExact(at.at) })}</figcaption>
    </figure>
  );
}
