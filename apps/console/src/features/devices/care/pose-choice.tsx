import type { MapDetail } from '@sweepline/contract';
import { degreesOf, radiansOf, shapesOf, type Pose } from '@sweepline/map-core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import type { Camera } from '../../../map-view/canvas/camera.ts';
import { PoseMarker } from '../../../map-view/controls/pose-marker.tsx';
import { MapView } from '../../../map-view/map-view.tsx';
import { NumberField } from './number-field.tsx';

const hundredths = (value: number) => Math.round(value * 100) / 100;
/** Degrees, as people enter them. */
export const angleOf = ({ theta }: Pose) => Math.round(degreesOf(theta) * 10) / 10;

interface PoseFieldsProps {
  map: MapDetail | undefined;
  pose: Pose;
  onChange: (pose: Pose) => void;
}

/** A pose in numbers. */
export function PoseFields({ map, pose, onChange }: PoseFieldsProps) {
  const { t } = useTranslation('devices/care');
  return (
    <>
      {map && <p className="care-on-map">{t('poseOn', { map: map.name })}</p>}
      <p>{t('poseHint')}</p>
      <NumberField
        label={t('x')}
        unit="m"
        value={hundredths(pose.x)}
        step={0.05}
        onChange={(x) => onChange({ ...pose, x })}
      />
      <NumberField
        label={t('y')}
        unit="m"
        value={hundredths(pose.y)}
        step={0.05}
        onChange={(y) => onChange({ ...pose, y })}
      />
      <NumberField
        label={t('angle')}
        unit="°"
        value={angleOf(pose)}
        step={1}
        range={[-180, 180]}
        onChange={(degrees) => onChange({ ...pose, theta: radiansOf(degrees) })}
      />
    </>
  );
}

interface PoseMapProps {
  map: MapDetail | undefined;
  pose: Pose;
  label: string;
  turnDeg: number;
  onChange: (pose: Pose) => void;
}

/** The map with the marker of a pose. */
export function PoseMap({ map, pose, label, turnDeg, onChange }: PoseMapProps) {
  const { t } = useTranslation('devices/care');
  const value = t('pose', { x: hundredths(pose.x), y: hundredths(pose.y), angle: angleOf(pose) });
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
