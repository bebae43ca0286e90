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
        {data && <Sound url={data.url} name={audio.name} onPlayed={setPlayed} />}
        {audio.spoken && <p>{audio.spoken.text}</p>}
        <p>
          {t('loudness')} {measured(audio.loudness, 'LUFS')} · {t('peak')} {measured(audio.peak, 'dBFS')} ·{' '}
          {formatNumber(audio.sampleRate)} Hz
        </p>
      </div>
    </Dialog>
  );
}

interface SoundProps {
  url: string;
  name: string;
  /** Called with the share that has been heard. */
  onPlayed: (share: number) => void;
}

/** The controls of the browser. The words of a prompt are its name, so the track of captions stays empty. */
const Sound = ({ url, name, onPlayed }: SoundProps) => (
  <audio
    controls
    src={url}
    aria-label={name}
    onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
      onPlayed(duration > 0 ? currentTime / duration : 0)
    }
  >
    <track kind="captions" />
  </audio>
);
