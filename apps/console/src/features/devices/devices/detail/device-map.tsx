import { type DeviceLive, type MapDetail } from '@sweepline/contract';
import { shapesOf, type Point } from '@sweepline/map-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { useMapRotation } from '../../../../shared/robot/use-map-turn.ts';
import { deviceMark } from '../../../../shared/words/marks.ts';
import type { Camera } from '../../../../map-view/canvas/camera.ts';
import { MapView } from '../../../../map-view/map-view.tsx';
import { placeOfRobot, Robots, type Robot } from '../../../../map-view/paint/robots.ts';
import type { Trace } from '../../../../map-view/paint/trace.ts';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import type { DeviceDetail } from '../device-detail.ts';

interface Props {
  detail: DeviceDetail;
  map?: MapDetail;
  /** False while the map is being read. */
  isMapRead: boolean;
  trace?: Trace;
  /** The highlighted areas: those of the current run, or the chosen ones. */
  areas?: readonly string[];
  /** The place the device is to be sent to. */
  target?: Point;
  /** When set, a click on an area toggles it. */
  onZone?: (zoneId: string) => void;
  onPlace?: (place: Point) => void;
}

/** The position of the device. An offline device stays at its last position, drawn hollow. */
export function DeviceMap(props: Props) {
  const { detail, map, isMapRead, trace, areas, target, onZone, onPlace } = props;
  const { t } = useTranslation('devices/devices');
  const { device, live } = detail;
  const turnDeg = useMapRotation(device.id, detail.capabilities);
  const camera = useRef<Camera>(null);
  const [robots] = useState(() => new Robots());
  const mark = deviceMark(listedDevice(detail).live);
  const state = live.connection.state === 'OFFLINE' ? 'offline' : mark.tone;
  const robot = useMemo(
    () => robotOf({ id: device.id, name: device.nickname, state, sign: mark.icon }, live),
    [device.id, device.nickname, state, mark.icon, live],
  );
  useEffect(() => robots.set(robot ? [robot] : []), [robots, robot]);
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);

  const marked = useMemo(() => new Set(areas), [areas]);

  const position = live.position?.value;
  if (!position || !map) return <NoMap position={position} isMapRead={isMapRead} />;
  return (
    <div className="sl-device-map">
      <MapView
        label={t('mapLabel', { name: device.nickname })}
        ground={map.ground}
        shapes={shapes}
        robots={robots}
        camera={camera}
        turnDeg={turnDeg}
        {...(trace && { trace })}
        {...(onPlace && { onPlace })}
        {...(onZone && { onSelect: (one) => one?.kind === 'zone' && isArea(map, one.id) && onZone(one.id) })}
        {...(target && { target })}
        marked={marked}
      >
        {state === 'offline' && (
          <p className="sl-device-silent-note">
            {t('lastPlace')} <Ago at={live.position?.at} />
          </p>
        )}
        <Button
          icon="locate"
          className="sl-device-where"
          onClick={() => camera.current?.setView({ x: position.x, y: position.y, scale: closeScale })}
        >
          {t('whereIsIt')}
        </Button>
      </MapView>
    </div>
  );
}

type Position = NonNullable<DeviceLive['position']>['value'];

/** As high as the map, so that what is below does not move when the map was read. */
function NoMap({ position, isMapRead }: { position: Position | undefined; isMapRead: boolean }) {
  const { t } = useTranslation('devices/devices');
  if (!position)
    return (
      <div className="sl-device-map">
        <Empty icon="map" title={t('noPlaceTitle')} hint={t('noPlaceHint')} />
      </div>
    );
  const [x, y] = [formatNumber(position.x, 1), formatNumber(position.y, 1)];
  return (
    <div className="sl-device-map">
      {isMapRead && (
        <Empty icon="map" title={t('noMapTitle')} hint={t('noMapHint', { x, y, map: position.mapId })} />
      )}
    </div>
  );
}

/** CSS pixels per metre: a robot is then about the size of a touch target. */
const closeScale = 36;

const isArea = (map: MapDetail, id: string) =>
  map.elements.zones.some((zone) => zone.id === id && zone.type === 'CLEAN');

function robotOf(look: Omit<Robot, 'pose'>, live: DeviceLive): Robot | undefined {
  const pose = live.position?.value;
  return pose && { ...look, ...placeOfRobot(pose) };
}
