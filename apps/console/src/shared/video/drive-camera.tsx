import type { Camera } from '@sweepline/contract/robot';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { CameraTile } from './camera-tile.tsx';
import { WatchGate } from './watch-gate.tsx';

interface Props {
  deviceId: string;
  name: string;
  online: boolean;
  /** The picture is too old to drive by, or is fresh again. */
  onFrozen: (isFrozen: boolean) => void;
  onClose: () => void;
}

const aheadOf = (cameras: readonly Camera[]): Camera =>
  cameras.includes('FRONT') ? 'FRONT' : (cameras[0] ?? 'FRONT');

/** The picture ahead of a robot, beside the map of a drive. */
export function DriveCamera({ deviceId, name, online, onFrozen, onClose }: Props) {
  const { t } = useTranslation('video');
  // Without this camera there is no picture to drive by.
  useEffect(() => () => onFrozen(false), [onFrozen]);
  return (
    <div className="sl-drive-camera">
      <WatchGate deviceId={deviceId} name={name} online={online}>
        {({ standing: { cameras, sessions }, reason, serverAheadMs, mayKeep, mayRecord }) => {
          const camera = aheadOf(cameras);
          return (
            <CameraTile
              deviceId={deviceId}
              camera={camera}
              reason={reason}
              session={sessions.find((session) => session.camera === camera)}
              serverAheadMs={serverAheadMs}
              mayKeep={mayKeep}
              mayRecord={mayRecord}
              onFrozen={onFrozen}
              onClose={onClose}
            />
          );
        }}
      </WatchGate>
      <Button look="quiet" icon="close" onClick={onClose}>
        {t('driveWithout')}
      </Button>
    </div>
  );
}
