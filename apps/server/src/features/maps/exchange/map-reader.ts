import type { Uploads } from '../../../platform/calls/input.ts';
import { inThread } from './map-thread.ts';
import type { FinishedMap } from './map-worker.ts';

/** Reads an uploaded map beside everybody else's work. */
export const readMapAside = (uploads: Uploads): Promise<FinishedMap> =>
  inThread(
    'import',
    [...uploads].map(([name, { content }]) => [name, content]),
  );
