import { videoRecordingCalls, videoSnapshotCalls, type DeviceLive } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { addressWith } from '../../kit/list/address-input.ts';
import { Segments } from '../../kit/ui/segments.tsx';
import { RecordingList } from './recordings/recording-list.tsx';
import { SnapshotList } from './snapshot-list.tsx';
import { VideoHistory } from './video-history.tsx';
import { VideoPanel } from './video-panel.tsx';

interface Props {
  detail: { device: { id: string; nickname: string }; live: DeviceLive };
}

/** The cameras of a robot, what was kept of them, and who watched them. */
export function VideoTab({ detail: { device, live } }: Props) {
  const { t } = useTranslation('video');
  const { view, recordingId, setView, openRecording } = useVideoAddress();
  const views = [
    { value: 'live', text: t('cameras') },
    ...(may(videoSnapshotCalls.list.allow) ? [{ value: 'snapshots', text: t('snapshots') }] : []),
    ...(may(videoRecordingCalls.list.allow) ? [{ value: 'recordings', text: t('recordings.title') }] : []),
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
      {current === 'recordings' && (
        <RecordingList deviceId={device.id} openId={recordingId} onOpen={openRecording} />
      )}
      {current === 'live' && (
        <VideoPanel
          key={device.id}
          deviceId={device.id}
          name={device.nickname}
          online={live.connection.state === 'ONLINE'}
          isLit={live.cameraLight?.value === true}
        />
      )}
    </>
  );
}

/** The view and the recording of the address. A link to a recording needs no view. */
function useVideoAddress() {
  const [params, setParams] = useSearchParams();
  const recordingId = params.get('recording') ?? '';
  const view = recordingId ? 'recordings' : (params.get('view') ?? 'live');
  const change = useCallback(
    (changes: Record<string, string>) =>
      setParams((current) => addressWith(current, changes), { replace: true }),
    [setParams],
  );
  const openRecording = useCallback(
    (recording: string) => change({ view: 'recordings', recording }),
    [change],
  );
  // Each view has its own pages.
  const setView = (next: string) =>
    change({ view: next === 'live' ? '' : next, recording: '', page: '', camera: '' });
  return { view, recordingId, setView, openRecording };
}
