import type { MonitorDetail } from '@sweepline/contract';
import { shapesOf } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useFloor } from '../../../../map-view/use-floor.ts';
import { PeriodMap } from '../../../../shared/timeline/period-map.tsx';
import { poseAt } from '../../../../shared/timeline/period-moment.ts';

interface Props {
  name: string;
  detail: MonitorDetail;
  /** Milliseconds since 1970. */
  at: number;
}

/** The way of the robot up to the cursor, on the present version of the map. */
export function MonitorMap({ name, detail, at }: Props) {
  const floor = useFloor(poseAt(detail, at)?.part.mapId);
  const map = useMemo(
    () => floor && { name: floor.name, ground: floor.ground, shapes: shapesOf(floor.elements) },
    [floor],
  );
  return <PeriodMap name={name} period={detail} at={at} map={map} turnDeg={detail.device.mapRotation} />;
}
