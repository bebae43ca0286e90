import { momentOfRtp } from '@sweepline/contract/robot';
import { useEffect, useRef } from 'react';

interface Props {
  stream: MediaStream;
  name: string;
  serverAheadMs: number;
  /** Hidden until its first picture is decoded. */
  isHidden: boolean;
  /** Called with the capture time of each decoded picture, by the server's clock. */
  onPicture: (capturedMs: number) => void;
}

/** Plays a stream. Browsers without RTP timestamps count the age from the arrival of a picture. */
export function VideoPicture({ stream, name, serverAheadMs, isHidden, onPicture }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    let request = 0;
    const decoded: VideoFrameRequestCallback = (_now, { rtpTimestamp }) => {
      const nowMs = Date.now() + serverAheadMs;
      onPicture(rtpTimestamp === undefined ? nowMs : Math.min(nowMs, momentOfRtp(rtpTimestamp, nowMs)));
      request = video.requestVideoFrameCallback(decoded);
    };
    request = video.requestVideoFrameCallback(decoded);
    video.srcObject = stream;
    // A browser that refuses to play leaves the JPEG picture.
    Promise.resolve(video.play()).catch(() => {});
    return () => {
      video.cancelVideoFrameCallback(request);
      video.srcObject = null;
    };
  }, [stream, serverAheadMs, onPicture]);
  return <video ref={element} aria-label={name} role="img" hidden={isHidden} muted autoPlay playsInline />;
}
