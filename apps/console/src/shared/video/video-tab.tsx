import { videoSnapshotCalls, type DeviceLive } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../kit/list/use-address.ts';
import { Segments } from '../../kit/ui/segments.tsx';
import { SnapshotList } from './snapshot-list.tsx';
import { VideoHistory } from './video-history.tsx';
import { VideoPanel } from './video-panel.tsx';

interface Props {
  detail: { device: { id: string; nickname: string }; live: DeviceLive };
}

/** The cameras of a robot, and who watched them. */
export function VideoTab({ detail: { device, live } }: Props) {
  const { t } = useTranslation('video');
  const [view, setView] = useAddress('view', 'live');
  const views = [
    { value: 'live', text: t('cameras') },
    ...(may(videoSnapshotCalls.list.allow) ? [{ value: 'snapshots', text: t('snapshots') }] : []),
    { value: 'history', text: t('history') },
  ];
  const current = views.some(({ value }) => value === view) ? view : 'live';
  return (
    <>
      <div className="sl-video-views">
        <Segments label={t('views')} value={current} options={views} onChange={setView} />
      </div>
      {current === 'history' && <VideoHistory deviceId={device.id} />}
      {current === 'snapshots' && <SnapshotList deviceId={device.id} />}
      {current === 'live' && (
        <VideoPanel
          key={device.id}
          deviceId={device.id}
          name={device.nickname}
          online={live.connection.state === 'ONLINE'}
        />
      )}
    </>
  );
}
