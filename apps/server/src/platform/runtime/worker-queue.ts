import { once } from 'node:events';
import { setTimeout as setTimeoutLater } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../calls/ctx.ts';

interface Options {
  /** The heap limit of the thread. Beyond it the job fails and the program continues. */
  memoryMb: number;
  /** How long the thread stays alive without a job. */
  idleMs: number;
  /** The number of jobs that may wait; the next one is refused with `documentsBusy`. */
  maxWaiting: number;
  /** The maximum run time of a job; a longer one fails. */
  maxMs: number;
}

type Reply<A> = { answer: A } | { fault: string };

/**
 * A worker thread that runs jobs one after the other: a job of a second of CPU must not delay calls or robots. It starts with the
 * first job and ends after `idleMs` without one. The thread answers each message with `{answer}` or `{fault}`.
 */
export function createWorkerQueue<O, A>(file: URL, options: Options) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const openThread = () => {
    worker ??= new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } });
    // The thread must not keep the process alive.
    worker.unref();
    return worker;
  };

  async function work(job: O): Promise<A> {
    clearTimeout(idle);
    const thread = openThread();
    const finished = new AbortController();
    try {
      const reply = await replyOf<Reply<A>>(thread, job, options.maxMs, finished.signal);
      if ('fault' in reply) throw new Error(reply.fault);
      idle = setTimeout(() => void end(), options.idleMs).unref();
      return reply.answer;
    } catch (error) {
      // After any failure the next job gets a new thread.
      await end();
      throw error;
    } finally {
      finished.abort();
    }
  }

  return {
    ask: (job: O): Promise<A> => {
      if (waiting > options.maxWaiting) throw new Refusal('documentsBusy');
      waiting++;
      const answer = last.then(() => work(job)).finally(() => waiting--);
      last = answer.catch(() => {});
      return answer;
    },
    end,
  };
}

/** The thread's next message; rejects if the thread ends or the time is up. */
async function replyOf<R>(thread: Worker, job: unknown, maxMs: number, signal: AbortSignal): Promise<R> {
  const rejectWith = (reason: string) => () => {
    throw new Error(reason);
  };
  const replies = [
    once(thread, 'message', { signal }).then(([reply]) => reply as R),
    once(thread, 'exit', { signal }).then(rejectWith('the thread ended without an answer')),
    setTimeoutLater(maxMs, undefined, { signal }).then(rejectWith('the job took too long')),
  ];
  // The losers of the race reject when the signal aborts, which is no error.
  for (const reply of replies) reply.catch(() => {});
  thread.postMessage(job, []);
  return await Promise.race(replies);
}
