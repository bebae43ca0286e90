import type { Uploads } from '../../../platform/calls/input.ts';
import { inThread } from './map-thread.ts';
import type { FinishedMap } from './map-worker.ts';

/** Reads an uploaded map in the worker thread. */
export const readMapInThread = (uploads: Uploads): Promise<FinishedMap> =>
  inThread(
    'import',
    [...uploads].map(([name, { content }]) => [name, content]),
  );
