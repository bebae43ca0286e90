import type { VideoRecording } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useDownload } from './use-download.ts';
import { useRecordingAddress } from './use-recording-address.ts';
import { useVideoPlayer } from './use-video-player.ts';

const speeds = ['0.5', '1', '2', '4'];
const stepS = 0.1;

interface Props {
  recording: Pick<VideoRecording, 'id' | 'durationMs'>;
  name: string;
}

/** Plays a recording from an address that the server signs for the user. */
export function RecordingPlayer({ recording: { id, durationMs }, name }: Props) {
  const { t } = useTranslation('video');
  const frame = useRef<HTMLDivElement>(null);
  const address = useRecordingAddress(id);
  const player = useVideoPlayer(durationMs / 1000, address);
  const { isPlaying, toggle } = player;
  if (address.error) return <Failure error={address.error} onRetry={address.renew} />;
  return (
    <div className="sl-recording-player" ref={frame}>
      <div className="sl-video-picture" aria-busy={!player.isReady || undefined}>
        {address.url && (
          <video
            key={address.url}
            src={address.url}
            aria-label={name}
            preload="auto"
            muted
            playsInline
            onClick={toggle}
            {...player.element}
          />
        )}
        {player.isBroken && (
          <p role="alert">
            {t('recordings.broken')}{' '}
            <Button look="quiet" icon="refresh" onClick={player.retry}>
              {t('recordings.again')}
            </Button>
          </p>
        )}
      </div>
      <div className="sl-recording-bar">
        <Button
          icon={isPlaying ? 'pause' : 'play'}
          aria-label={t(isPlaying ? 'recordings.pause' : 'recordings.play')}
          onClick={toggle}
        />
        <Place player={player} />
        <Segments
          label={t('recordings.speed')}
          value={String(player.speed)}
          options={speeds.map((value) => ({ value, text: `${formatNumber(Number(value), 1)}×` }))}
          onChange={(value) => player.setSpeed(Number(value))}
          onlyWay
        />
        <span className="sl-recording-acts">
          <DownloadButton id={id} />
          <Button
            look="quiet"
            icon="expand"
            aria-label={t('fullScreen', { name })}
            onClick={() => void frame.current?.requestFullscreen()}
          />
        </span>
      </div>
    </div>
  );
}

function Place({ player: { atS, durationS, seek } }: { player: ReturnType<typeof useVideoPlayer> }) {
  const { t } = useTranslation('video');
  const time = t('recordings.time', { at: formatPlayTime(Math.floor(atS)), of: formatPlayTime(durationS) });
  return (
    <>
      <input
        type="range"
        min={0}
        max={Math.max(stepS, durationS)}
        step={stepS}
        value={atS}
        aria-label={t('recordings.place')}
        aria-valuetext={time}
        onChange={({ target }) => seek(Number(target.value))}
      />
      <small>{time}</small>
    </>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('video');
  const download = useDownload();
  return (
    <Button
      look="quiet"
      icon="download"
      aria-label={t('recordings.download')}
      busy={download.isPending}
      onClick={() => download.mutate({ id })}
    />
  );
}
