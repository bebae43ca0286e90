import type { MapElements, MapGround, SharedLive } from '@sweepline/contract';
import { shapesOf } from '@sweepline/map-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import type { Camera } from '../../../map-view/canvas/camera.ts';
import { MapView } from '../../../map-view/map-view.tsx';
import { placeOfRobot, Robots } from '../../../map-view/paint/robots.ts';
import type { Trace } from '../../../map-view/paint/trace.ts';

type DriveGround = Omit<MapGround, 'file'> & ({ file: string } | { picture: Blob });

interface Props {
  name: string;
  live: Pick<SharedLive, 'deviceId' | 'connection' | 'position'>;
  map: { ground: DriveGround; elements: MapElements } | undefined;
  trace?: Trace;
  /** The other robots on the map. */
  others?: Robots;
  /** The rotation of the map, degrees. */
  turnDeg?: number;
}

/** CSS pixels per metre: close enough to see obstacles. */
const nearScale = 44;

/** The floor around the robot. The view follows the robot. */
export function DriveMap({ name, live, map, trace, others, turnDeg = 0 }: Props) {
  const { t } = useTranslation('devices/control');
  const camera = useRef<Camera>(null);
  const near = useRef(false);
  const [own] = useState(() => new Robots());
  const robots = others ?? own;
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  const pose = live.position?.value;
  const online = live.connection.state === 'ONLINE';
  useEffect(() => {
    if (!pose) return robots.remove(live.deviceId);
    const { x, y } = pose;
    robots.put({ id: live.deviceId, name, state: online ? 'moving' : 'offline', ...placeOfRobot(pose) });
    const { current } = camera;
    if (!current) return;
    current.setView({ x, y, scale: near.current ? current.view.scale : nearScale });
    near.current = true;
  }, [robots, pose, live.deviceId, name, online]);
  if (!map || !pose) return <Empty icon="map" title={t('noMap')} hint={t('noMapHint')} />;
  return (
    <MapView
      label={t('mapLabel', { name })}
      ground={map.ground}
      shapes={shapes}
      robots={robots}
      camera={camera}
      turnDeg={turnDeg}
      {...(trace && { trace })}
    />
  );
}
