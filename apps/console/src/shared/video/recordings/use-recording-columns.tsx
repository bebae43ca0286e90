import type { VideoRecording } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatBytes, formatDate, formatDuration, unknown } from '../../../kit/format/format.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import type { Column } from '../../../kit/list/column.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { isPlayable, useRecordingEnd } from './recording-states.ts';

const dayMs = 24 * 3_600_000;

/** When, by whom, how long, how large, why, how it ended, and how long it is stored. */
export function useRecordingColumns(): Column<VideoRecording>[] {
  const { t } = useTranslation('video');
  const endOf = useRecordingEnd();
  return useMemo(
    () => [
      {
        key: 'startedAt',
        title: t('recordings.startedAt'),
        cell: ({ startedAt, camera }) => (
          <>
            <strong>
              <Ago at={startedAt} />
            </strong>
            <small>{t(`camera.${camera}`)}</small>
          </>
        ),
      },
      {
        key: 'person',
        title: t('recordings.person'),
        cell: ({ person, company }) => (
          <>
            <span>{person}</span>
            <small>{company}</small>
          </>
        ),
      },
      {
        key: 'duration',
        title: t('took'),
        numeric: true,
        cell: ({ state, durationMs }) => (isPlayable(state) ? formatDuration(durationMs / 1000) : unknown),
      },
      {
        key: 'bytes',
        title: t('recordings.size'),
        numeric: true,
        cell: ({ state, bytes }) => (isPlayable(state) ? formatBytes(bytes) : unknown),
      },
      { key: 'reason', title: t('why'), cell: ({ reason }) => reason || unknown },
      {
        key: 'end',
        title: t('howEnded'),
        cell: (recording) =>
          recording.state === 'RECORDING' ? (
            <StateMark tone="fault" icon="record" word={t('recordings.states.RECORDING')} />
          ) : (
            <>
              <span>{endOf(recording)}</span>
              {recording.state === 'STORING' && <small>{t('recordings.states.STORING')}</small>}
              {recording.state === 'INTERRUPTED' && <small>{t('recordings.interrupted')}</small>}
            </>
          ),
      },
      {
        key: 'keptUntil',
        title: t('recordings.keptUntil'),
        cell: ({ keptUntil }) => <StoredUntil until={keptUntil} />,
      },
    ],
    [t, endOf],
  );
}

/** The day on which a recording is deleted, and the number of days until then. */
function StoredUntil({ until }: { until: string }) {
  const { t } = useTranslation('video');
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / dayMs));
  return (
    <>
      <span>{t('recordings.daysLeft', { count: left })}</span>
      <small>{formatDate(until)}</small>
    </>
  );
}
