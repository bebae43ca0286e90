import { videoSnapshotCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { SnapshotPicture } from '../snapshot-picture.tsx';
import { VideoPanel } from '../video-panel.tsx';
import { useAttach, type AttachTarget } from './use-attach.ts';
import './evidence.css';

interface Props {
  target: AttachTarget;
  deviceId: string;
  deviceName: string;
  onClose: () => void;
}

/** The newest snapshots of a robot, and its cameras for a new one. One press attaches a snapshot. */
export function PickDialog({ target, deviceId, deviceName, onClose }: Props) {
  const { t } = useTranslation('video');
  const [isWatching, setWatching] = useState(false);
  const { attach, isPending } = useAttach(onClose);
  const { data } = useQuery(callQuery(videoSnapshotCalls.list, { deviceId, pageSize: 12 }));
  return (
    <Dialog
      open
      width={760}
      title={t('evidence.pickTitle', { name: deviceName })}
      footer={null}
      onCancel={onClose}
    >
      <div className="sl-attach">
        {isWatching ? (
          <VideoPanel deviceId={deviceId} name={deviceName} online />
        ) : (
          <p>
            <Button icon="camera" onClick={() => setWatching(true)}>
              {t('evidence.takeNew')}
            </Button>
          </p>
        )}
        {!data && <Skeleton lines={4} />}
        {data?.list.length === 0 && <p className="sl-evidence-note">{t('evidence.noneOfRobot')}</p>}
        <ul className="sl-evidence">
          {data?.list.map(({ id, takenAt, camera, viewer }) => {
            const at = formatTime(takenAt);
            return (
              <li key={id}>
                <button
                  type="button"
                  disabled={isPending}
                  aria-label={t('evidence.pickOf', { at })}
                  onClick={() => attach(id, target)}
                >
                  <SnapshotPicture id={id} alt="" />
                </button>
                <small>{`${t(`camera.${camera}`)} · ${at}`}</small>
                <small>{viewer}</small>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
