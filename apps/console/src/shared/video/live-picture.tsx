import { videoRules, type OpenedView } from '@sweepline/contract';
import type { StreamTransport } from '@sweepline/contract/robot';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { useFrames } from './use-frames.ts';
import { usePictureAge } from './use-picture-age.ts';
import { useWebrtc } from './use-webrtc.ts';
import { VideoPicture } from './video-picture.tsx';

interface Props {
  name: string;
  view: OpenedView;
  /** The stream of the robot runs. */
  isRunning: boolean;
  serverAheadMs: number;
  /** Called with the first picture, and whenever it becomes too old to drive by or fresh again. */
  onFresh: (isFresh: boolean) => void;
  onTransport: (transport: StreamTransport) => void;
}

/** After this time without a picture the connection begins again. */
const giveUpMs = 4_000;

/** The video over WebRTC, as long as its pictures are fresh. */
function useVideo(view: OpenedView, isRunning: boolean, serverAheadMs: number) {
  const { stream, giveUp, plays } = useWebrtc(view, isRunning);
  const [capturedMs, setCapturedMs] = useState<number>();
  const ageMs = usePictureAge(stream ? capturedMs : undefined, serverAheadMs);
  useEffect(() => setCapturedMs(undefined), [stream]);
  const onPicture = useCallback(
    (ms: number) => {
      plays();
      setCapturedMs(ms);
    },
    [plays],
  );
  // A hidden page decodes no pictures.
  const isStuck = ageMs !== null && ageMs > giveUpMs && !document.hidden;
  useEffect(() => {
    if (isStuck) giveUp();
  }, [isStuck, giveUp]);
  return { stream, ageMs, onPicture };
}

/** JPEG first; the video takes its place with the first decoded picture, and gives it back when it stands still. */
export function LivePicture({ name, view, isRunning, serverAheadMs, onFresh, onTransport }: Props) {
  const { t } = useTranslation('video');
  const video = useVideo(view, isRunning, serverAheadMs);
  const isVideo = video.ageMs !== null && video.ageMs <= videoRules.frozenMs;
  // Before the video counts as frozen, JPEG comes again.
  const isEnough = video.ageMs !== null && video.ageMs <= videoRules.oldMs;
  const picture = useFrames(view.sessionId, !isEnough);
  const jpegAgeMs = usePictureAge(picture?.capturedMs, serverAheadMs);
  const ageMs = isVideo ? video.ageMs : jpegAgeMs;
  const isFresh = ageMs === null ? null : ageMs <= videoRules.frozenMs;
  useEffect(() => {
    if (isFresh !== null) onFresh(isFresh);
  }, [onFresh, isFresh]);
  useEffect(() => onTransport(isVideo ? 'WEBRTC' : 'WS_JPEG'), [onTransport, isVideo]);
  const isOld = ageMs !== null && ageMs > videoRules.oldMs;
  const title = t('pictureOf', { name });
  return (
    <div className="sl-video-picture" data-old={isOld || undefined} aria-busy={ageMs === null || undefined}>
      {picture && !isVideo && <img src={picture.url} alt={title} />}
      {video.stream && (
        <VideoPicture
          stream={video.stream}
          name={title}
          serverAheadMs={serverAheadMs}
          isHidden={!isVideo}
          onPicture={video.onPicture}
        />
      )}
      {isOld && <p role="status">{t('old', { seconds: formatNumber(ageMs / 1000, 1) })}</p>}
    </div>
  );
}
