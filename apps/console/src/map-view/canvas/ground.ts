import type { GroundColours } from './ground-field.ts';
import type { GroundTile } from './ground-tiles.ts';
import type { GroundAnswer, GroundRequest } from './ground-worker.ts';

/** The prepared tiles of one map's ground. A worker prepares them once per map and theme. */
export interface Ground {
  /** Empty until the worker has answered. */
  tiles: () => readonly GroundTile[];
  tint: (colours: GroundColours) => void;
  close: () => void;
}

/** Prepares a ground from its grey picture. `onChange` is called for new tiles; an unreadable picture has none. */
export function createGround(picture: Blob, colours: GroundColours, onChange: () => void): Ground {
  // Without workers, for example in tests, no ground is painted; the page still lists robots and zones as text.
  if (typeof Worker === 'undefined') return { tiles: () => [], tint: () => {}, close: () => {} };
  const worker = new Worker(new URL('./ground-worker.ts', import.meta.url), { type: 'module' });
  let tiles: readonly GroundTile[] = [];
  const drop = () => tiles.forEach(({ image }) => image.close());
  worker.onmessage = ({ data }: MessageEvent<GroundAnswer>) => {
    if (!data.more) drop();
    tiles = data.more ? [...tiles, ...data.tiles] : data.tiles;
    onChange();
  };
  const post = (message: GroundRequest) => worker.postMessage(message, { transfer: [] });
  post({ picture, colours });
  return {
    tiles: () => tiles,
    tint: (next) => post({ colours: next }),
    close: () => {
      worker.terminate();
      drop();
      tiles = [];
    },
  };
}
