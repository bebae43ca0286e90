import { once } from 'node:events';
import { setTimeout as setTimeoutLater } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../calls/ctx.ts';

interface Options {
  /** Heap of the thread; beyond it the order fails and the program goes on. */
  memoryMb: number;
  /** How long it stays warm without an order. */
  idleMs: number;
  /** Orders that may wait; one more is refused as `documentsBusy`. */
  mostWaiting: number;
  /** An order that takes longer fails. */
  longestMs: number;
}

type Reply<A> = { answer: A } | { fault: string };

/**
 * A thread beside the program that works off orders one after the other: what keeps a processor busy for a second must not keep a
 * call or a robot waiting. It begins with the first order and ends when there has been none for a while. The thread answers each
 * message with `{answer}` or `{fault}`.
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
  const opened = () => {
    worker ??= new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } });
    // A program that has nothing else to do may end.
    worker.unref();
    return worker;
  };

  async function work(order: O): Promise<A> {
    clearTimeout(idle);
    const thread = opened();
    const over = new AbortController();
    try {
      const reply = await replyOf<Reply<A>>(thread, order, options.longestMs, over.signal);
      if ('fault' in reply) throw new Error(reply.fault);
      idle = setTimeout(() => void end(), options.idleMs).unref();
      return reply.answer;
    } catch (error) {
      // Whatever went wrong, the next order finds a new thread.
      await end();
      throw error;
    } finally {
      over.abort();
    }
  }

  return {
    ask: (order: O): Promise<A> => {
      if (waiting > options.mostWaiting) throw new Refusal('documentsBusy');
      waiting++;
      const answer = last.then(() => work(order)).finally(() => waiting--);
      last = answer.catch(() => {});
      return answer;
    },
    end,
  };
}

/** The thread's next message, or why there is none. */
async function replyOf<R>(
  thread: Worker,
  order: unknown,
  longestMs: number,
  signal: AbortSignal,
): Promise<R> {
  const none = (why: string) => () => {
    throw new Error(why);
  };
  const replies = [
    once(thread, 'message', { signal }).then(([reply]) => reply as R),
    once(thread, 'exit', { signal }).then(none('the thread ended without an answer')),
    setTimeoutLater(longestMs, undefined, { signal }).then(none('an order took too long')),
  ];
  // Those that lose the race end with the signal, which is nobody's failure.
  for (const reply of replies) reply.catch(() => {});
  thread.postMessage(order, []);
  return await Promise.race(replies);
}
