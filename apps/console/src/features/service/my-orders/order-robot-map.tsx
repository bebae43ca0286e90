import { mapCalls, type Device, type DeviceChange, type DeviceLive } from '@sweepline/contract';
import { boxAround, boxGrown, shapesOf } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { MapView } from '../../../map-view/map-view.tsx';
import { placeOfRobot, Robots } from '../../../map-view/paint/robots.ts';
import { useInitialView } from '../../../map-view/use-initial-view.ts';
import { deviceMark } from '../../../shared/words/marks.ts';

/** The floor around the robot, metres. */
const aroundM = 12;

interface Props {
  device: Pick<Device, 'id' | 'nickname'>;
  live: DeviceLive;
  outline: Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'>;
}

/** Where the robot stands on its map. */
export function OrderRobotMap({ device, live, outline }: Props) {
  const { t } = useTranslation('service/my-orders');
  const pose = live.position?.value;
  const { data: map } = useQuery({
    ...callQuery(mapCalls.detail, { id: pose?.mapId ?? '' }),
    enabled: pose !== undefined,
    meta: { silent: true },
  });
  const [robots] = useState(() => new Robots());
  const [first] = useState(pose);
  const { tone, icon } = deviceMark(outline);
  const state = outline.state === 'OFFLINE' ? 'offline' : tone;
  useEffect(() => {
    if (!pose) return robots.set([]);
    robots.set([{ id: device.id, name: device.nickname, state, sign: icon, ...placeOfRobot(pose) }]);
  }, [robots, pose, state, icon, device.id, device.nickname]);
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  const box = useMemo(() => boxGrown(boxAround(first ? [first] : []), aroundM), [first]);
  const camera = useInitialView(box);
  if (!map) return <div className="my-map" />;
  return (
    <div className="my-map">
      <MapView
        label={t('mapLabel', { name: device.nickname })}
        ground={map.ground}
        shapes={shapes}
        robots={robots}
        camera={camera}
      />
    </div>
  );
}
