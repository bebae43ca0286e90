import type { ShellRecording } from '@sweepline/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TerminalScreen } from '../terminal/terminal-screen.ts';
import { piecesAt, played } from './playback.ts';

const tickMs = 50;
/** The control sequence that resets a terminal. */
const emptied = '\u001bc';

/** Plays a recording on a terminal. Going back draws everything again from the start. */
export function usePlayer(recording: ShellRecording, screen: TerminalScreen | null) {
  const [ms, setMs] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [skips, setSkips] = useState(true);
  const drawn = useRef({ screen, pieces: 0 });
  const { output, durationMs } = recording;

  useEffect(() => {
    if (!screen) return;
    if (drawn.current.screen !== screen) drawn.current = { screen, pieces: 0 };
    const pieces = piecesAt(output, ms);
    const isBack = pieces < drawn.current.pieces;
    const text = output.slice(isBack ? 0 : drawn.current.pieces, pieces).map(([, piece]) => piece);
    drawn.current.pieces = pieces;
    // Together with what follows it, so that the terminal never shows nothing.
    if (isBack) text.unshift(emptied);
    if (text.length > 0) screen.write(text.join(''));
  }, [screen, output, ms]);

  useEffect(() => {
    if (!isPlaying) return;
    let beforeMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const tookMs = nowMs - beforeMs;
      beforeMs = nowMs;
      setMs((from) => played({ output, durationMs }, from, { tookMs, speed, skips }));
    }, tickMs);
    return () => clearInterval(timer);
  }, [isPlaying, output, durationMs, speed, skips]);
  const isOver = ms >= durationMs;
  if (isPlaying && isOver) setPlaying(false);

  const toggle = useCallback(() => {
    if (!isPlaying && isOver) setMs(0);
    setPlaying(!isPlaying);
  }, [isPlaying, isOver]);
  return { ms, seek: setMs, isPlaying, toggle, speed, setSpeed, skips, setSkips };
}
