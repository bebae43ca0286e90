import { useEffect, useState } from 'react';

/** Ten minutes are shown in half a minute. */
const speed = 20;
const frameMs = 50;

/** The cursor in a period. It begins at the end, and a replay moves it from the start to the end. */
export function useReplay(start: number, end: number) {
  const [at, setAt] = useState(end);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      setAt((before) => Math.min(end, before + frameMs * speed));
    }, frameMs);
    return () => clearInterval(timer);
  }, [isPlaying, end]);
  const isAtEnd = at >= end;
  return {
    at,
    isPlaying: isPlaying && !isAtEnd,
    moveTo: (moment: number) => {
      setPlaying(false);
      setAt(moment);
    },
    toggle: () => {
      if (isAtEnd) setAt(start);
      setPlaying(isAtEnd || !isPlaying);
    },
  };
}
