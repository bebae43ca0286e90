import type { Point, Tiles } from '@sweepline/map-core';
import { useEffect, useState } from 'react';
import type { HeatColours } from './heat-field.ts';
import type { HeatRequest } from './heat-worker.ts';

/** The aggregate of many runs as a picture over the floor. */
export interface Heat {
  tiles: Tiles;
  /** Undefined until it is painted. */
  picture: ImageBitmap | undefined;
  /** The text at a place; empty where there is no value. */
  textAt: (place: Point) => string;
}

/** Colours the tiles. A worker does this: a large floor has a million tiles. */
export function useHeatPicture(
  tiles: Tiles | undefined,
  colours: HeatColours | undefined,
): ImageBitmap | undefined {
  const [painted, setPainted] = useState<{ of: Tiles; picture: ImageBitmap }>();
  useEffect(() => {
    // Without workers no picture is painted; the table beside the map has the same values.
    if (!tiles || !colours || typeof Worker === 'undefined') return;
    const worker = new Worker(new URL('./heat-worker.ts', import.meta.url), { type: 'module' });
    let bitmap: ImageBitmap | undefined;
    worker.onmessage = ({ data }: MessageEvent<ImageBitmap>) => {
      bitmap = data;
      setPainted({ of: tiles, picture: data });
    };
    const { values, width, height } = tiles;
    worker.postMessage({ values, width, height, colours } satisfies HeatRequest, { transfer: [] });
    return () => {
      worker.terminate();
      bitmap?.close();
      setPainted(undefined);
    };
  }, [tiles, colours]);
  return painted && painted.of === tiles ? painted.picture : undefined;
}
