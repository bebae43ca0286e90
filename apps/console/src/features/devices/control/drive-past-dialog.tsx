import { driveSessionCalls, type DriveSession } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Trace } from '../../../map-view/paint/trace.ts';
import { DriveMap } from './drive-map.tsx';
import { useFloor } from '../../../map-view/use-floor.ts';

/** The path of a drive on the map it was driven on. */
export function DrivePastDialog({ drive, onClose }: { drive: DriveSession; onClose: () => void }) {
  const { t } = useTranslation('devices/control');
  const { data } = useQuery(callQuery(driveSessionCalls.detail, { id: drive.id }));
  const map = useFloor(data?.mapId);
  const trace = useMemo(
    () => new Trace((data?.path ?? []).map(([ms, x, y, theta]) => ({ t: ms, x, y, theta, cleaning: false }))),
    [data],
  );
  const last = data?.path.at(-1);
  const content = () => {
    if (!data) return <Skeleton lines={5} />;
    if (!last) return <Empty icon="map" title={t('noPath')} hint={t('noPathHint')} />;
    const [, x, y, theta] = last;
    const value = { mapId: data.mapId ?? '', x, y, theta, localized: true, score: null };
    return (
      <div className="sl-drive-past">
        <DriveMap
          name={drive.driver}
          live={{
            deviceId: drive.deviceId,
            connection: { state: 'ONLINE', reason: '', since: null, lastSeenAt: null },
            position: { value, at: drive.openedAt },
          }}
          map={map}
          trace={trace}
        />
      </div>
    );
  };
  return (
    <Dialog
      open
      width={760}
      title={t('pathTitle', { who: drive.driver, at: formatTime(drive.openedAt) })}
      footer={null}
      onCancel={onClose}
    >
      {content()}
    </Dialog>
  );
}
