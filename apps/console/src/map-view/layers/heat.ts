import type { Point, Tiles } from '@sweepline/map-core';
import { useEffect, useState } from 'react';
import type { HeatColours } from './heat-field.ts';
import type { HeatOrder } from './heat-worker.ts';

/** What many runs together say of a floor, as a picture over it. */
export interface Heat {
  tiles: Tiles;
  /** Undefined until it is painted. */
  picture: ImageBitmap | undefined;
  /** What it says at a place; empty where it says nothing. */
  wordsAt: (place: Point) => string;
}

/** The picture of tiles in these colours. It is made off the page's thread: a large floor has a million tiles. */
export function useHeatPicture(
  tiles: Tiles | undefined,
  colours: HeatColours | undefined,
): ImageBitmap | undefined {
  const [painted, setPainted] = useState<{ of: Tiles; picture: ImageBitmap }>();
  useEffect(() => {
    // Where there are no workers nothing is painted; the table beside the map says the same in numbers.
    if (!tiles || !colours || typeof Worker === 'undefined') return;
    const worker = new Worker(new URL('./heat-worker.ts', import.meta.url), { type: 'module' });
    let made: ImageBitmap | undefined;
    worker.onmessage = ({ data }: MessageEvent<ImageBitmap>) => {
      made = data;
      setPainted({ of: tiles, picture: data });
    };
    const { values, width, height } = tiles;
    worker.postMessage({ values, width, height, colours } satisfies HeatOrder, { transfer: [] });
    return () => {
      worker.terminate();
      made?.close();
      setPainted(undefined);
    };
  }, [tiles, colours]);
  return painted && painted.of === tiles ? painted.picture : undefined;
}
