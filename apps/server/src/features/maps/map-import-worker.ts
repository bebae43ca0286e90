import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorName } from '@sweepline/contract';
import { Refusal, type RefusalDetails } from '../../platform/ctx.ts';
import type { Upload, Uploads } from '../../platform/input.ts';
import { gridPng, readRosMap, type ReadMap } from './map-import.ts';

/** What a map becomes, its grid as the picture that is stored. */
export interface FinishedMap extends Omit<ReadMap, 'grid'> {
  raster: Omit<ReadMap['grid'], 'cells'>;
  png: Uint8Array;
}
export type Outcome = { map: FinishedMap } | { refused: { reason: ErrorName; details: RefusalDetails } };

function outcome(uploads: Uploads): Outcome {
  try {
    const { grid, ...rest } = readRosMap(uploads);
    const { cells: _cells, ...raster } = grid;
    return { map: { ...rest, raster, png: gridPng(grid) } };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { reason: error.reason, details: error.details } };
    throw error;
  }
}

// What is sent between threads arrives as plain bytes, and is what `readMapAside` sent: names and uploads.
const sent = workerData as [string, Omit<Upload, 'bytes'> & { bytes: Uint8Array }][];
const uploads = sent.map(([name, { bytes, ...rest }]): [string, Upload] => {
  return [name, { ...rest, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }];
});
const done = outcome(new Map(uploads));
// The picture changes hands instead of being copied.
parentPort?.postMessage(done, 'map' in done ? [done.map.png.buffer as ArrayBuffer] : []);
