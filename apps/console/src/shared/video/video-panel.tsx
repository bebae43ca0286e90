import { maxCameras, type Camera } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { CameraTile } from './camera-tile.tsx';
import { WatchGate } from './watch-gate.tsx';

interface Props {
  deviceId: string;
  name: string;
  online: boolean;
  /** A light on the robot shows that it is watched. */
  isLit?: boolean;
}

/** The cameras of a robot, at most two at once. */
export function VideoPanel({ deviceId, name, online, isLit = false }: Props) {
  const { t } = useTranslation('video');
  const [chosen, setChosen] = useState<readonly Camera[]>([]);
  const leave = (camera: Camera) => setChosen((present) => present.filter((one) => one !== camera));
  const toggle = (camera: Camera) =>
    chosen.includes(camera) ? leave(camera) : setChosen((present) => [...present, camera]);
  return (
    <WatchGate deviceId={deviceId} name={name} online={online || chosen.length > 0}>
      {({ standing: { cameras, sessions }, reason, serverAheadMs, mayKeep, mayRecord }) => (
        <div className="sl-video">
          <div className="sl-video-cameras" role="group" aria-label={t('cameras')}>
            {cameras.map((camera) => (
              <Button
                key={camera}
                icon="camera"
                aria-pressed={chosen.includes(camera)}
                disabled={!chosen.includes(camera) && chosen.length >= maxCameras}
                onClick={() => toggle(camera)}
              >
                {t(`camera.${camera}`)}
              </Button>
            ))}
          </div>
          {isLit && (
            <p className="sl-video-light">
              <Icon name="sun" size={14} />
              {t('lightOn')}
            </p>
          )}
          {chosen.length === 0 && <Empty icon="camera" title={t('choose')} hint={t('chooseHint')} />}
          <div className="sl-video-tiles">
            {chosen.map((camera) => (
              <CameraTile
                key={camera}
                deviceId={deviceId}
                camera={camera}
                reason={reason}
                session={sessions.find((session) => session.camera === camera)}
                serverAheadMs={serverAheadMs}
                mayKeep={mayKeep}
                mayRecord={mayRecord}
                onClose={() => leave(camera)}
              />
            ))}
          </div>
        </div>
      )}
    </WatchGate>
  );
}
