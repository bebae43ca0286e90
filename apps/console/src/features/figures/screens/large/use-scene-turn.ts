import type { Scene } from '@sweepline/contract';
import { useEffect, useState } from 'react';

/** The scene whose turn it is. A single scene stays. */
export function useSceneTurn(scenes: readonly Scene[]): Scene | undefined {
  const [turn, setTurn] = useState(0);
  const index = scenes.length > 0 ? turn % scenes.length : 0;
  const scene = scenes[index];
  const seconds = scene?.seconds;
  useEffect(() => {
    if (scenes.length < 2 || seconds === undefined) return;
    const timer = setTimeout(() => setTurn(index + 1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [scenes.length, index, seconds]);
  return scene;
}
