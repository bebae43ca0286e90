import type { MonitorDetail } from '@sweepline/contract';
import { shapesOf } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeExact } from '../../../kit/format/format.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { MapView } from '../../../map-view/map-view.tsx';
import { Trace } from '../../../map-view/paint/trace.ts';
import { useFloor } from '../../../map-view/use-floor.ts';
import { poseAt } from './monitor-moment.ts';

type Part = MonitorDetail['trail'][number];

/** Samples have no heading: the robot looks to its next place. */
const pathOf = ({ steps }: Part) =>
  steps.map(([t, x, y, theta, cleaning], index) => {
    const [, nextX = x, nextY = y] = steps[index + 1] ?? [];
    return { t, x, y, theta: theta ?? Math.atan2(nextY - y, nextX - x), cleaning: cleaning === 1 };
  });

interface Props {
  name: string;
  detail: MonitorDetail;
  /** Milliseconds since 1970. */
  at: number;
}

/** The way of the robot up to the cursor, on the map on which it was then. */
export function MonitorMap({ name, detail, at }: Props) {
  const { t } = useTranslation('monitoring');
  const found = useMemo(() => poseAt(detail, at), [detail, at]);
  const part = found?.part;
  const map = useFloor(part?.mapId);
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  const trace = useMemo(() => part && new Trace(pathOf(part)), [part]);
  if (!found || !map || !trace) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  // Between two places far apart in time the robot was silent, so that its place is not interpolated.
  const replayAt = found.pose.at - Date.parse(detail.from);
  return (
    <figure className="monitor-map">
      <MapView
        label={t('mapLabel', { name })}
        ground={map.ground}
        shapes={shapes}
        trace={trace}
        replay={{ at: replayAt, name }}
        turnDeg={detail.device.mapRotation}
      />
      <figcaption>
        {t('place', { map: map.name, at: formatTimeExact(new Date(found.pose.at).toISOString()) })}
      </figcaption>
    </figure>
  );
}
