import type { DeviceLive } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { CameraTile } from '../../../shared/video/camera-tile.tsx';
import { WatchGate } from '../../../shared/video/watch-gate.tsx';

interface Props {
  device: { id: string; name: string };
  live: Pick<DeviceLive, 'connection'>;
  /** The camera of the wall. A robot without it shows its first one. */
  camera: Camera;
  reason: string;
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  onRemove: () => void;
}

/** One robot of the wall: a small picture, or the large one. */
export function WallTile({ device, live, camera, reason, isLarge, onLarge, onRemove }: Props) {
  const { t } = useTranslation('remote/video');
  const { t: video } = useTranslation('video');
  const { id, name } = device;
  return (
    <article className="wall-tile" data-large={isLarge || undefined} aria-label={name}>
      <WatchGate deviceId={id} name={name} online={live.connection.state === 'ONLINE'} reason={reason}>
        {({ standing: { cameras, sessions }, reason: why, serverAheadMs, mayKeep, mayRecord }) => {
          const ownCamera = cameras.includes(camera) ? camera : (cameras[0] ?? camera);
          return (
            <CameraTile
              deviceId={id}
              camera={ownCamera}
              reason={why}
              size={isLarge ? 'LARGE' : 'SMALL'}
              title={`${name} · ${video(`camera.${ownCamera}`)}`}
              session={sessions.find((session) => session.camera === ownCamera)}
              serverAheadMs={serverAheadMs}
              mayKeep={mayKeep}
              mayRecord={mayRecord}
            />
          );
        }}
      </WatchGate>
      <footer>
        <Button
          look="quiet"
          icon={isLarge ? 'shrink' : 'expand'}
          aria-label={t(isLarge ? 'makeSmall' : 'makeLarge', { name })}
          onClick={() => onLarge(!isLarge)}
        >
          {t(isLarge ? 'small' : 'large')}
        </Button>
        <Button look="quiet" icon="close" aria-label={t('remove', { name })} onClick={onRemove}>
          {t('removeIt')}
        </Button>
      </footer>
    </article>
  );
}
