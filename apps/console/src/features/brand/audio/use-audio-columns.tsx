import type { CustomAudio } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber, unknown } from '../../../kit/format/format.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { langNames } from '../../../kit/format/lang.ts';
import type { Column } from '../../../kit/list/column.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Waveform } from './waveform.tsx';

export function useAudioColumns(onPlay: (audio: CustomAudio) => void): Column<CustomAudio>[] {
  const { t } = useTranslation('brand/audio');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '34%',
        sort: 'name',
        cell: (row) => (
          <span className="audio-cell">
            <Button
              look="quiet"
              icon="play"
              aria-label={t('play', { name: row.name })}
              onClick={() => onPlay(row)}
            />
            <span>
              <strong>{row.name}</strong>
              <small>{row.company?.name ?? t('fromAbove')}</small>
            </span>
            <Waveform points={row.waveform} />
          </span>
        ),
      },
      { key: 'type', title: t('type'), cell: ({ type }) => t(`types.${type}`) },
      {
        key: 'language',
        title: t('language'),
        cell: ({ language }) => (language ? langNames[language] : unknown),
      },
      {
        key: 'seconds',
        title: t('length'),
        sort: 'seconds',
        numeric: true,
        cell: ({ seconds }) => formatPlayTime(seconds),
      },
      {
        key: 'loudness',
        title: t('loudness'),
        numeric: true,
        cell: ({ loudness }) => (loudness === null ? unknown : `${formatNumber(loudness, 1)} LUFS`),
      },
      {
        key: 'format',
        title: t('format'),
        cell: ({ format, bytes }) => `${format}, ${formatBytes(bytes)}`,
      },
      {
        key: 'audience',
        title: t('audience'),
        cell: ({ audience, agentLevel }) =>
          agentLevel === null ? t(`audiences.${audience}`) : t('agentsOf', { level: agentLevel }),
      },
      {
        key: 'uploaded',
        title: t('uploaded'),
        width: '140px',
        sort: 'createdAt',
        cell: ({ createdAt, updatedBy }) => <AgoBy at={createdAt} by={updatedBy} />,
      },
    ],
    [t, onPlay],
  );
}
