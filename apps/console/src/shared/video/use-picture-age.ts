import { useEffect, useState } from 'react';

const tickMs = 100;

/** The age of a picture by the server's clock, renewed ten times a second; null without a picture. */
export function usePictureAge(capturedMs: number | undefined, serverAheadMs: number): number | null {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return capturedMs === undefined ? null : Math.max(0, nowMs + serverAheadMs - capturedMs);
}
