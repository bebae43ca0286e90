import { once } from 'node:events';
import { setTimeout as setTimeoutLater } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { Refusal } from '../calls/ctx.ts';
import type { JobReply } from './worker-jobs.ts';

interface Options {
  /** The heap limit of the thread. Beyond it the job fails and the program continues. */
  memoryMb: number;
  /** How long the thread stays alive without a job. It frees its memory only when it ends. */
  idleMs: number;
  /** The number of jobs that may wait; the next one is refused with `documentsBusy`. */
  maxWaiting?: number;
  /** The maximum run time of a job; a longer one fails. */
  maxMs?: number;
}

/**
 * A worker thread that runs jobs one after the other: a job of a second of CPU must not delay calls or robots. It starts with the
 * first job and ends after `idleMs` without one. The thread answers with `answerJobs`.
 */
export function createWorkerQueue<Job, Answer>(file: URL, options: Options) {
  const { memoryMb, idleMs, maxWaiting = Infinity, maxMs } = options;
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const openThread = (): Worker => {
    if (worker) return worker;
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A thread that ends by itself is replaced for the next job. The listener also keeps its error from ending the process.
    const forget = () => {
      if (worker === thread) worker = undefined;
    };
    // The thread must not keep the process alive.
    thread.once('error', forget).once('exit', forget).unref();
    return (worker = thread);
  };

  async function work(job: Job): Promise<Exclude<JobReply<Answer>, { fault: string }>> {
    clearTimeout(idle);
    const finished = new AbortController();
    try {
      const reply = await replyOf<JobReply<Answer>>(openThread(), job, maxMs, finished.signal);
      if ('fault' in reply) throw new Error(reply.fault);
      idle = setTimeout(() => void end(), idleMs).unref();
      return reply;
    } catch (error) {
      // After any failure the next job gets a new thread.
      await end();
      throw error;
    } finally {
      finished.abort();
    }
  }

  return {
    /** Runs a job when its turn comes. Throws the refusal of the job, and `documentsBusy` when too many jobs wait. */
    ask: async (job: Job): Promise<Answer> => {
      if (queue.size >= maxWaiting) throw new Refusal('documentsBusy');
      const reply = await queue.add(() => work(job));
      if ('refused' in reply) throw new Refusal(reply.refused.reason, reply.refused.details);
      return reply.answer;
    },
    end,
  };
}

/** The thread's next message; rejects if the thread ends or the time is up. */
async function replyOf<R>(
  thread: Worker,
  job: unknown,
  maxMs: number | undefined,
  signal: AbortSignal,
): Promise<R> {
  const rejectWith = (reason: string) => () => {
    throw new Error(reason);
  };
  const replies = [
    once(thread, 'message', { signal }).then(([reply]) => reply as R),
    once(thread, 'exit', { signal }).then(rejectWith('the thread ended without an answer')),
  ];
  if (maxMs !== undefined)
    replies.push(setTimeoutLater(maxMs, undefined, { signal }).then(rejectWith('the job took too long')));
  // The losers of the race reject when the signal aborts, which is no error.
  for (const reply of replies) reply.catch(() => {});
  thread.postMessage(job, []);
  return await Promise.race(replies);
}
