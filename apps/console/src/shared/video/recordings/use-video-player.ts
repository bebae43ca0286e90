import { useEffect, useRef, useState } from 'react';

interface Address {
  url: string;
  renew: () => void;
}

/**
 * The state of a `<video>` element and what controls it. The length comes from the server: a file that was written live does not
 * always contain it.
 */
export function useVideoPlayer(lengthS: number, { url, renew }: Address) {
  const video = useRef<HTMLVideoElement>(null);
  const [atS, setAtS] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [isReady, setReady] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [speed, setSpeed] = useState(1);
  const hasRenewed = useRef(false);

  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed, url]);

  const play = () => {
    // Without an address yet, it is what begins when the video is there.
    setPlaying(true);
    // A browser that refuses to play stays on the picture. A new address aborts the one before, and plays itself.
    Promise.resolve(video.current?.play()).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setPlaying(false);
    });
  };
  const pause = () => {
    setPlaying(false);
    video.current?.pause();
  };
  const seek = (nextS: number) => {
    if (video.current) video.current.currentTime = nextS;
    setAtS(nextS);
  };
  const element = {
    ref: video,
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setPlaying(false),
    onTimeUpdate: () => {
      hasRenewed.current = false;
      setAtS(video.current?.currentTime ?? 0);
    },
    /** A new address goes on where the last one stopped. */
    onLoadedMetadata: () => {
      setReady(true);
      setBroken(false);
      if (atS > 0) seek(atS);
      if (video.current) video.current.playbackRate = speed;
      if (isPlaying) play();
    },
    /** An address that has expired is renewed once without words. */
    onError: () => {
      if (hasRenewed.current) return setBroken(true);
      hasRenewed.current = true;
      renew();
    },
  };
  const toggle = () => {
    if (isPlaying) return pause();
    if (atS >= lengthS) seek(0);
    play();
  };
  const retry = () => {
    setBroken(false);
    renew();
  };
  return {
    element,
    atS,
    durationS: lengthS,
    isPlaying,
    isReady,
    isBroken,
    speed,
    setSpeed,
    toggle,
    seek,
    retry,
  };
}
