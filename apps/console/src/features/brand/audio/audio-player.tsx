import { customAudioCalls, type CustomAudio } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { Waveform } from './waveform.tsx';

/** An address is valid for ten minutes. */
const renewMs = 9 * 60_000;

const measured = (value: number | null, unit: string) =>
  value === null ? unknown : `${formatNumber(value, 1)} ${unit}`;

/** Plays a sound beside its waveform. */
export function AudioPlayer({ audio, onClose }: { audio: CustomAudio; onClose: () => void }) {
  const { t } = useTranslation('brand/audio');
  const { data, error, refetch } = useQuery({
    ...callQuery(customAudioCalls.address, { id: audio.id }),
    staleTime: renewMs,
    meta: { silent: true },
  });
  const [played, setPlayed] = useState(0);
  return (
    <Dialog open width={560} title={audio.name} footer={null} onCancel={onClose}>
      <div className="audio-player">
        <Waveform points={audio.waveform} played={played} />
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton lines={1} />}
        {data && (
          // Prompts are short and their words are their names.
          <audio
            controls
            src={data.url}
            aria-label={audio.name}
            onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
              setPlayed(duration > 0 ? currentTime / duration : 0)
            }
          />
        )}
        <p>
          {t('loudness')} {measured(audio.loudness, 'LUFS')} · {t('peak')} {measured(audio.peak, 'dBFS')} ·{' '}
          {formatNumber(audio.sampleRate)} Hz
        </p>
      </div>
    </Dialog>
  );
}
