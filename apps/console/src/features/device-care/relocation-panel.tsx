import { deviceCareCalls, type MapDetail } from '@sweepline/contract';
import { degreesOf, radiansOf, shapesOf, type Pose } from '@sweepline/map-core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { useCommandAction } from '../../shared/command/use-command-action.ts';
import { useMapRotation } from '../../shared/robot/use-map-turn.ts';
import type { Camera } from '../../map-view/canvas/camera.ts';
import { MapView } from '../../map-view/map-view.tsx';
import { usePageKeys } from '../../kit/keys/page-keys.ts';
import { PoseMarker } from '../../map-view/controls/pose-marker.tsx';
import { useFloor } from '../../map-view/use-floor.ts';
import type { Detail } from './control-tab.tsx';
import { firstPose } from './first-pose.ts';
import { NumberField } from './number-field.tsx';
import { PoseOutcome } from './pose-outcome.tsx';

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The map on which a user sets the robot's pose, and the robot's result. */
export function RelocationPanel({
  detail,
  mapId,
  reason,
}: {
  detail: Detail;
  mapId: string;
  reason: string;
}) {
  const { t } = useTranslation('device-care');
  const { device, live } = detail;
  const turnDeg = useMapRotation(device.id, detail.capabilities);
  const map = useFloor(mapId);
  const [chosen, setPose] = useState<Pose>();
  const pose = chosen ?? firstPose(map, mapId, live.position?.value);
  const [set, setSet] = useState<string | null>(null);
  const setPoseAction = useCommandAction(deviceCareCalls.setPose, device, ({ id }) => setSet(id));
  const leave = useCommandAction(deviceCareCalls.exitRelocation, device);
  const angle = Math.round(degreesOf(pose.theta) * 10) / 10;
  const poseText = t('pose', { x: hundredths(pose.x), y: hundredths(pose.y), angle });
  return (
    <div className="care-relocation">
      <PoseMap
        map={map}
        pose={pose}
        label={t('marker', { name: device.nickname })}
        value={poseText}
        turnDeg={turnDeg}
        onChange={setPose}
      />
      <div className="care-pose">
        {map && <p className="care-on-map">{t('poseOn', { map: map.name })}</p>}
        <p>{t('poseHint')}</p>
        <NumberField
          label={t('x')}
          unit="m"
          value={hundredths(pose.x)}
          step={0.05}
          onChange={(x) => setPose({ ...pose, x })}
        />
        <NumberField
          label={t('y')}
          unit="m"
          value={hundredths(pose.y)}
          step={0.05}
          onChange={(y) => setPose({ ...pose, y })}
        />
        <NumberField
          label={t('angle')}
          unit="°"
          value={angle}
          step={1}
          range={[-180, 180]}
          onChange={(degrees) => setPose({ ...pose, theta: radiansOf(degrees) })}
        />
        {set && <PoseOutcome id={set} />}
        <div className="care-acts">
          <Button
            look="main"
            icon="pin"
            busy={setPoseAction.isPending}
            onClick={() => setPoseAction.mutate({ id: device.id, x: pose.x, y: pose.y, angle, reason })}
          >
            {t('setPose')}
          </Button>
          <Button busy={leave.isPending} onClick={() => leave.mutate({ id: device.id, reason })}>
            {t('leave')}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface PoseMapProps {
  map: MapDetail | undefined;
  pose: Pose;
  label: string;
  value: string;
  turnDeg: number;
  onChange: (pose: Pose) => void;
}

function PoseMap({ map, pose, label, value, turnDeg, onChange }: PoseMapProps) {
  const { t } = useTranslation('device-care');
  usePageKeys(t('poseKeys.title'), [
    { text: t('poseKeys.move'), keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight' },
    { text: t('poseKeys.turn'), keys: 'Q / E' },
    { text: t('poseKeys.further'), keys: 'Shift' },
  ]);
  const [camera, setCamera] = useState<Camera | null>(null);
  const shapes = useMemo(() => (map ? shapesOf(map.elements) : []), [map]);
  if (!map) return <p className="care-no-map">{t('noMap')}</p>;
  return (
    <div className="care-map">
      <MapView
        label={label}
        ground={map.ground}
        shapes={shapes}
        camera={setCamera}
        turnDeg={turnDeg}
        onPlace={(at) => onChange({ ...pose, ...at })}
      >
        {camera && <PoseMarker camera={camera} pose={pose} label={label} value={value} onChange={onChange} />}
      </MapView>
    </div>
  );
}
