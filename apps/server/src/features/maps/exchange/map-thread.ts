import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { MapWork, Outcome } from './map-worker.ts';

/** A map of 64 million cells with its mask, unpacked and packed again. */
const memoryMb = 1_024;
/** A thread takes longer to begin than most maps to read, and what it has used of memory it only gives back by ending. */
const idleMs = 60_000;

let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Does work on a large picture in a thread of its own, one after the other: it keeps a processor busy for seconds, and nobody else's
 * call or robot may wait for that.
 */
export function inThread<A extends keyof MapWork>(
  act: A,
  given: MapWork[A]['given'],
): Promise<MapWork[A]['made']> {
  const working = last.then(() => runNow<MapWork[A]['made']>({ act, given }));
  last = working.catch(() => {});
  return working;
}

async function runNow<T>(job: { act: string; given: unknown }): Promise<T> {
  clearTimeout(ending);
  const worker = (thread ??= begin());
  worker.ref();
  worker.postMessage(job, []);
  // A thread that fails tells it by an error; one whose memory is used up may only end.
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the map thread ended without an answer');
    });
    const [outcome] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [Outcome<T>];
    if ('refused' in outcome) throw new Refusal(outcome.refused.reason, outcome.refused.details);
    return outcome.made;
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

/** A thread with nothing to do keeps no program from ending. */
function rest(worker: Worker) {
  worker.unref();
  ending = setTimeout(() => {
    if (thread === worker) thread = undefined;
    void worker.terminate();
  }, idleMs).unref();
}
