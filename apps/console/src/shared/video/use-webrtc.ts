import type { OpenedView } from '@sweepline/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { canPlayWebrtc, openWhep } from './whep.ts';

/** The wait before the next attempt, after one, two and more that broke. JPEG is there meanwhile. */
const waitsMs = [3_000, 10_000, 30_000];

/** The view over WebRTC while its stream runs; a null stream while it does not come, or after it broke. */
export function useWebrtc(view: OpenedView, isRunning: boolean) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  const stop = useRef<() => void>(() => {});
  const isWanted = isRunning && view.webrtc !== null && canPlayWebrtc();
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const broken = () => {
      if (isOver) return;
      isOver = true;
      end();
      setStream(null);
      const waitMs = waitsMs[Math.min(failures.current++, waitsMs.length - 1)];
      timer = setTimeout(() => setAttempt((count) => count + 1), waitMs);
    };
    const end = openWhep(view, { onStream: setStream, onBroken: broken });
    stop.current = broken;
    return () => {
      clearTimeout(timer);
      if (!isOver) end();
      isOver = true;
      setStream(null);
    };
  }, [view, isWanted, attempt]);
  /** The picture stands still: begins again after a while. */
  const giveUp = useCallback(() => stop.current(), []);
  const plays = useCallback(() => void (failures.current = 0), []);
  return { stream, giveUp, plays };
}
