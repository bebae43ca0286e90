import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/ctx.ts';
import type { Uploads } from '../../platform/input.ts';
import type { FinishedMap, Outcome } from './map-import-worker.ts';

/** A map of 64 million cells with its mask, unpacked and packed again. */
const memoryMb = 1_024;

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads an uploaded map in a thread of its own, one after the other: a large picture keeps a processor busy for seconds, and nobody
 * else's call or robot may wait for that.
 */
export function readMapAside(uploads: Uploads): Promise<FinishedMap> {
  const reading = last.then(() => readNow(uploads));
  last = reading.catch(() => {});
  return reading;
}

async function readNow(uploads: Uploads): Promise<FinishedMap> {
  const worker = new Worker(new URL('./map-import-worker.ts', import.meta.url), {
    workerData: [...uploads],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the map reader ended without an answer')));
    });
    if ('refused' in outcome) throw new Refusal(outcome.refused.reason, outcome.refused.details);
    return outcome.map;
  } finally {
    await worker.terminate();
  }
}
