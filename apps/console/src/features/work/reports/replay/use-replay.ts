import { useEffect, useState } from 'react';

export const speeds = [10, 30, 60, 120] as const;
export type Speed = (typeof speeds)[number];

/** The state of a replay: the shown moment in milliseconds of the run. Null shows the whole run. */
export function useReplay(durationMs: number) {
  const [at, setAt] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(60);

  useEffect(() => {
    if (!playing) return;
    // The first frame sets the start: its time stamp may be earlier than the click.
    let before: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      const passed = (now - (before ?? now)) * speed;
      before = now;
      setAt((moment) => Math.min(durationMs, (moment ?? 0) + passed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, durationMs]);

  const isAtEnd = at !== null && at >= durationMs;
  useEffect(() => {
    if (isAtEnd) setPlaying(false);
  }, [isAtEnd]);

  return {
    at,
    playing,
    speed,
    setSpeed,
    play: () => {
      // At the end, or when the whole run is shown, playing starts at the beginning.
      setAt((moment) => (moment === null || moment >= durationMs ? 0 : moment));
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    seek: (moment: number) => {
      setPlaying(false);
      setAt(Math.min(durationMs, Math.max(0, moment)));
    },
    showWhole: () => {
      setPlaying(false);
      setAt(null);
    },
  };
}
export type Replay = ReturnType<typeof useReplay>;
