import { createWorkerQueue } from '../../../../platform/runtime/worker-queue.ts';
import type { MapJob, MapWork } from './map-worker.ts';

const thread = createWorkerQueue<MapJob, unknown>(new URL('./map-worker.ts', import.meta.url), {
  // Enough to unpack and pack a map of 64 million cells with its mask.
  memoryMb: 1_024,
  // A thread starts slower than it reads most maps, so it stays for a while.
  idleMs: 60_000,
});

/** Runs a job on a large picture in the worker thread, one job at a time. */
export const inThread = async <A extends keyof MapWork>(
  act: A,
  input: MapWork[A]['input'],
): Promise<MapWork[A]['result']> =>
  // The thread answers a job with the result of its kind.
  (await thread.ask({ act, input } as MapJob)) as MapWork[A]['result'];
