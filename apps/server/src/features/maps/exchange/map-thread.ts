import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { MapWork, Outcome } from './map-worker.ts';

/** Enough to unpack and pack a map of 64 million cells with its mask. */
const memoryMb = 1_024;
/** A thread starts slower than it reads most maps, so it stays for a while. It frees its memory only when it ends. */
const idleMs = 60_000;

let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a job on a large picture in the worker thread, one job at a time. Such a job takes seconds of processor time and would block
 * all calls and robots on the main thread.
 */
export function inThread<A extends keyof MapWork>(
  act: A,
  input: MapWork[A]['input'],
): Promise<MapWork[A]['result']> {
  const working = last.then(() => runNow<MapWork[A]['result']>({ act, input }));
  last = working.catch(() => {});
  return working;
}

async function runNow<T>(job: { act: string; input: unknown }): Promise<T> {
  clearTimeout(ending);
  const worker = (thread ??= begin());
  worker.ref();
  worker.postMessage(job, []);
  // A thread that fails emits an error; one that runs out of memory may only exit.
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the map thread ended without an answer');
    });
    const [outcome] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [Outcome<T>];
    if ('refused' in outcome) throw new Refusal(outcome.refused.reason, outcome.refused.details);
    return outcome.result;
  } finally {
    answered.abort();
    rest(worker);
  }
}

function begin(): Worker {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const forget = () => {
    if (thread === worker) thread = undefined;
  };
  return worker.once('error', forget).once('exit', forget);
}

/** Ends an idle thread after `idleMs`. An idle thread does not keep the process alive. */
function rest(worker: Worker) {
  worker.unref();
  ending = setTimeout(() => {
    if (thread === worker) thread = undefined;
    void worker.terminate();
  }, idleMs).unref();
}
