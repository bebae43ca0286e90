import { readFileSync } from 'node:fs';
import type { MapElements, MapFinding } from '@sweepline/contract';
import { checkElements, type FloorFigures, type Raster, type SavedUnknown } from '@sweepline/map-core';
import { measureUnderWay, type RunUnderWay } from '../../../../entities/work/floor/plan-floor.ts';
import type { UploadContent } from '../../../../platform/calls/input.ts';
import { answerJobs } from '../../../../platform/runtime/worker-jobs.ts';
import type { SharedCells } from '../cells/map-cells-retention.ts';
import { unpackPng } from '../../../../platform/files/png.ts';
import { gridPng, readRosMap, type ReadMap } from './map-import.ts';

/** A map that was read, with its grid as the picture to store. */
export interface FinishedMap extends Omit<ReadMap, 'grid'> {
  raster: Omit<ReadMap['grid'], 'cells'>;
  png: Uint8Array<ArrayBuffer>;
}

/** Jobs of the thread, with their input and result. */
export interface MapWork {
  /** Reads an uploaded map. */
  import: {
    input: { uploads: [string, UploadContent][]; savedUnknown?: SavedUnknown | undefined };
    result: FinishedMap;
  };
  /** Reads the cells of a grid from its stored picture. */
  read: { input: { png: Uint8Array }; result: SharedCells };
  /** Checks a drawing on a grid. */
  check: { input: { cells: SharedCells; raster: Raster; elements: MapElements }; result: MapFinding[] };
  /** Measures the floor of a run under way. */
  measure: {
    input: { cells: SharedCells; raster: Raster; run: RunUnderWay };
    result: FloorFigures | undefined;
  };
}
export type MapJob = { [A in keyof MapWork]: { act: A; input: MapWork[A]['input'] } }[keyof MapWork];

async function importMap({ uploads, savedUnknown }: MapWork['import']['input']): Promise<FinishedMap> {
  // The thread reads the files, so that a large file is never in the memory of the main thread.
  const files = uploads.map(([name, content]): [string, Buffer] => {
    if (!(content instanceof Uint8Array)) return [name, readFileSync(content.path)];
    return [name, Buffer.from(content.buffer, content.byteOffset, content.byteLength)];
  });
  const { grid, ...rest } = await readRosMap(new Map(files), savedUnknown);
  const { cells: _cells, ...raster } = grid;
  return { ...rest, raster, png: await gridPng(grid) };
}

async function cellsOf({ png }: MapWork['read']['input']): Promise<SharedCells> {
  // The server wrote the picture: 8-bit grey, one byte per cell.
  const { data } = await unpackPng(png);
  const cells = new Uint8Array(new SharedArrayBuffer(data.length));
  cells.set(data);
  return cells;
}

function findingsOf({ cells, raster, elements }: MapWork['check']['input']): MapFinding[] {
  const findings = checkElements(elements, raster, { ...raster, cells });
  return findings.map((finding) => ({ ...finding, shapeIds: [...finding.shapeIds] }));
}

const figuresOf = ({ cells, raster, run: underWay }: MapWork['measure']['input']) =>
  measureUnderWay({ ...raster, cells }, underWay);

async function run(job: MapJob) {
  if (job.act === 'import') return await importMap(job.input);
  if (job.act === 'read') return await cellsOf(job.input);
  return job.act === 'check' ? findingsOf(job.input) : figuresOf(job.input);
}

// The picture is transferred without a copy.
answerJobs(run, (result) => (result && 'png' in result ? [result.png.buffer] : []));
