import { videoRecordingCalls, type VideoRecording } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatBytes, formatDate, formatDuration, formatTime } from '../../../kit/format/format.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import { isChanging, isPlayable, renewMs, useRecordingEnd } from './recording-states.ts';
import './recordings.css';

interface Props {
  id: string;
  onClose: () => void;
}

const widthPx = 900;

/** One recording: its player, and who recorded what and why. */
export function RecordingDialog({ id, onClose }: Props) {
  const { t } = useTranslation('video');
  const { data, error, refetch } = useQuery({
    ...callQuery(videoRecordingCalls.detail, { id }),
    refetchInterval: ({ state }) => (state.data && isChanging(state.data.state) ? renewMs : false),
    meta: { silent: true },
  });
  const title = data ? t('recordings.of', { at: formatTime(data.startedAt) }) : t('recordings.one');
  return (
    <Dialog open width={widthPx} title={title} footer={null} onCancel={onClose}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data && <Content recording={data} title={title} />}
    </Dialog>
  );
}

function Content({ recording, title }: { recording: VideoRecording; title: string }) {
  const { t } = useTranslation('video');
  const endOf = useRecordingEnd();
  const { state, person, company, camera, reason, durationMs, bytes, keptUntil } = recording;
  const hint = isChanging(state) ? t('recordings.soon') : '';
  return (
    <div className="sl-recording">
      {isPlayable(state) ? (
        <RecordingPlayer recording={recording} name={title} />
      ) : (
        <Empty icon="record" title={t(`recordings.states.${state}`)} hint={hint} />
      )}
      <p>
        <strong>{person}</strong> {company && `(${company})`} · {t(`camera.${camera}`)}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
      <p>
        {state !== 'RECORDING' && `${endOf(recording)} · `}
        {isPlayable(state) && `${formatDuration(durationMs / 1000)} · ${formatBytes(bytes)} · `}
        {t('recordings.until', { day: formatDate(keptUntil) })}
      </p>
      {state === 'INTERRUPTED' && <p>{t('recordings.interrupted')}</p>}
    </div>
  );
}
