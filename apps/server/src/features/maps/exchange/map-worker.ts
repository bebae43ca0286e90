import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ErrorName, MapElements, MapFinding } from '@sweepline/contract';
import { checkElements, type Raster } from '@sweepline/map-core';
import { decode } from 'fast-png';
import { Refusal, type RefusalDetails } from '../../../platform/calls/ctx.ts';
import type { UploadContent } from '../../../platform/calls/input.ts';
import type { SharedCells } from '../cells/map-cells-retention.ts';
import { gridPng, readRosMap, type ReadMap } from './map-import.ts';

/** What a map becomes, its grid as the picture that is stored. */
export interface FinishedMap extends Omit<ReadMap, 'grid'> {
  raster: Omit<ReadMap['grid'], 'cells'>;
  png: Uint8Array;
}

/** What the thread can do, and what each of it answers. */
export interface MapWork {
  /** Reads an uploaded map. */
  import: { given: [string, UploadContent][]; made: FinishedMap };
  /** Reads the cells out of the stored picture of a grid. */
  read: { given: { png: Uint8Array }; made: SharedCells };
  /** Finds what is wrong with a drawing on a grid. */
  check: { given: { cells: SharedCells; raster: Raster; elements: MapElements }; made: MapFinding[] };
}
export type MapJob = { [A in keyof MapWork]: { act: A; given: MapWork[A]['given'] } }[keyof MapWork];

/** What a thread answers: what it made, or the refusal it would have thrown. */
export type Outcome<T = MapWork[keyof MapWork]['made']> =
  | { made: T }
  | { refused: { reason: ErrorName; details: RefusalDetails } };

function imported(sent: MapWork['import']['given']): FinishedMap {
  // Read here, so that a large file is never in the memory of the main thread; this thread has nothing else to do meanwhile.
  const files = sent.map(([name, content]): [string, Buffer] => {
    if (!(content instanceof Uint8Array)) return [name, readFileSync(content.path)];
    return [name, Buffer.from(content.buffer, content.byteOffset, content.byteLength)];
  });
  const { grid, ...rest } = readRosMap(new Map(files));
  const { cells: _cells, ...raster } = grid;
  return { ...rest, raster, png: gridPng(grid) };
}

function cellsOf({ png }: MapWork['read']['given']): SharedCells {
  // We wrote the picture ourselves: 8-bit grey, one byte a cell.
  const { data } = decode(png);
  const cells = new Uint8Array(new SharedArrayBuffer(data.length));
  cells.set(data);
  return cells;
}

function findings({ cells, raster, elements }: MapWork['check']['given']): MapFinding[] {
  const found = checkElements(elements, raster, { ...raster, cells });
  return found.map((it) => ({ ...it, shapeIds: [...it.shapeIds] }));
}

function made(job: MapJob) {
  if (job.act === 'import') return imported(job.given);
  return job.act === 'read' ? cellsOf(job.given) : findings(job.given);
}

function outcomeOf(job: MapJob): Outcome {
  try {
    return { made: made(job) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { reason: error.reason, details: error.details } };
    throw error;
  }
}

parentPort?.on('message', (job: MapJob) => {
  const outcome = outcomeOf(job);
  // A picture changes hands instead of being copied.
  const picture = 'made' in outcome && 'png' in outcome.made ? [outcome.made.png.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(outcome, picture);
});
