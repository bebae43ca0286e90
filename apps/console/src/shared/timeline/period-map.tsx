import type { RobotPeriod } from '@sweepline/contract';
import type { Shape } from '@sweepline/map-core';
import { useMemo, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeExact } from '../../kit/format/format.ts';
import { Empty } from '../../kit/ui/empty.tsx';
import { MapView } from '../../map-view/map-view.tsx';
import { Trace } from '../../map-view/paint/trace.ts';
import { poseAt } from './period-moment.ts';

type Part = RobotPeriod['trail'][number];

/** Samples have no heading: the robot looks to its next place. */
const pathOf = ({ steps }: Part) =>
  steps.map(([t, x, y, theta, cleaning], index) => {
    const [, nextX = x, nextY = y] = steps[index + 1] ?? [];
    return { t, x, y, theta: theta ?? Math.atan2(nextY - y, nextX - x), cleaning: cleaning === 1 };
  });

const noShapes: readonly Shape[] = [];
type MapViewProps = ComponentProps<typeof MapView>;

interface Props {
  name: string;
  period: Pick<RobotPeriod, 'trail' | 'from'>;
  /** Milliseconds since 1970. */
  at: number;
  /** The map on which the robot was at that moment; undefined where it is not kept here. */
  map: { name: string; ground: MapViewProps['ground']; shapes?: readonly Shape[] } | undefined;
  turnDeg: number;
}

/** The way of the robot up to the cursor, on the map on which it was then. */
export function PeriodMap({ name, period, at, map, turnDeg }: Props) {
  const { t } = useTranslation('timeline');
  const found = useMemo(() => poseAt(period, at), [period, at]);
  const part = found?.part;
  const trace = useMemo(() => part && new Trace(pathOf(part)), [part]);
  if (!found || !map || !trace) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  // Between two places far apart in time the robot was silent, so that its place is not interpolated.
  const replayAt = found.pose.at - Date.parse(period.from);
  return (
    <figure className="period-map">
      <MapView
        label={t('mapLabel', { name })}
        ground={map.ground}
        shapes={map.shapes ?? noShapes}
        trace={trace}
        replay={{ at: replayAt, name }}
        turnDeg={turnDeg}
      />
      <figcaption>
        {t('place', { map: map.name, at: formatTimeExact(new Date(found.pose.at).toISOString()) })}
      </figcaption>
    </figure>
  );
}
