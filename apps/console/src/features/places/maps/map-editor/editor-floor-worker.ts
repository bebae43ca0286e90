import {
  checkElements,
  gridWith,
  type Elements,
  type Finding,
  type Grid,
  type Raster,
  type Stroke,
} from '@sweepline/map-core';
import { cellsOfPicture, pictureOfCells } from '../../../../map-view/canvas/picture-cells.ts';

/** The floor is sent once; then a query follows after each change of the drawing. */
export type FloorRequest = { id: number } & (
  | { open: Blob; raster: Raster }
  | { check: Partial<Elements>; raster: Raster; strokes: readonly Stroke[] }
  | { encode: readonly Stroke[] }
);
export type FloorAnswer = { id: number } & (
  | { cells: Uint8Array }
  | { findings: Finding[] }
  | { picture: Blob }
  | { failed: string }
);

let floor: Grid | undefined;

self.onmessage = async ({ data }: MessageEvent<FloorRequest>) => {
  const { id } = data;
  try {
    const answer = await answerTo(data);
    // Transferred and not copied: a large floor is 16 MB.
    const transfer = 'cells' in answer && answer.cells ? [answer.cells.buffer] : [];
    self.postMessage({ id, ...answer }, { transfer });
  } catch (error) {
    self.postMessage({ id, failed: String(error) } satisfies FloorAnswer, { transfer: [] });
  }
};

async function answerTo(request: FloorRequest) {
  if ('open' in request) {
    const { cells } = await cellsOfPicture(request.open);
    floor = { ...request.raster, cells };
    return { cells: cells.slice() };
  }
  if ('check' in request) {
    const { check, raster, strokes } = request;
    return { findings: checkElements(check, raster, floor && gridWith(floor, strokes)) };
  }
  if (!floor) throw new Error('the floor is not there yet');
  const { cells, width, height } = gridWith(floor, request.encode);
  return { picture: await pictureOfCells(cells, width, height) };
}
