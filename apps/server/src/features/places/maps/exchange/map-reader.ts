import type { Uploads } from '../../../../platform/calls/input.ts';
import type { SavedUnknown } from '@sweepline/map-core';
import { inThread } from './map-thread.ts';
import type { FinishedMap } from './map-worker.ts';

/** Reads an uploaded map in the worker thread. */
export const readMapInThread = (uploads: Uploads, savedUnknown?: SavedUnknown): Promise<FinishedMap> =>
  inThread('import', {
    uploads: [...uploads].map(([name, { content }]) => [name, content]),
    savedUnknown,
  });
