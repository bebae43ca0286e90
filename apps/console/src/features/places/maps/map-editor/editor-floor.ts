import { checkElements, type Elements, type Finding, type Raster, type Stroke } from '@sweepline/map-core';
import type { FloorAnswer, FloorRequest } from './editor-floor-worker.ts';

/** The floor below a drawing, kept in a worker: its cells, its findings, and its repaired picture. */
export interface EditorFloor {
  /** The cells as they were opened; sent once. */
  cells: Promise<Uint8Array>;
  check: (elements: Partial<Elements>, strokes: readonly Stroke[]) => Promise<readonly Finding[]>;
  encode: (strokes: readonly Stroke[]) => Promise<Blob>;
  close: () => void;
}

type Without<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Opens a floor from its grey picture. Without workers, the checks that need the floor are left out. */
export function createFloor(picture: Blob, raster: Raster): EditorFloor {
  if (typeof Worker === 'undefined') return withoutWorker(raster);
  const worker = new Worker(new URL('./editor-floor-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<
    number,
    { resolve: (answer: FloorAnswer) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<FloorAnswer>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) request?.reject(new Error(data.failed));
    else request?.resolve(data);
  };
  const ask = (message: Without<FloorRequest>) =>
    new Promise<FloorAnswer>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message }, { transfer: [] });
    });
  const opened = ask({ open: picture, raster });
  const cells = opened.then((answer) => ('cells' in answer ? answer.cells : new Uint8Array()));
  // A picture that cannot be read leaves a drawing without a floor. No caller awaits this promise yet.
  cells.catch(() => {});
  return {
    cells,
    check: async (elements, strokes) => {
      const answer = await ask({ check: elements, raster, strokes });
      return 'findings' in answer ? answer.findings : [];
    },
    encode: async (strokes) => {
      const answer = await ask({ encode: strokes });
      if (!('picture' in answer)) throw new Error('no picture');
      return answer.picture;
    },
    close: () => worker.terminate(),
  };
}

const withoutWorker = (raster: Raster): EditorFloor => ({
  cells: Promise.resolve(new Uint8Array()),
  check: (elements) => Promise.resolve(checkElements(elements, raster)),
  encode: () => Promise.reject(new Error('no worker')),
  close: () => {},
});
