import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { RequestRefusal } from '../http/request-refusal.ts';
import type { LimitMetrics } from './limit-metrics.ts';

export interface CallTurnOptions {
  /** Calls of one account that run at once. Fewer than half of the database connections, so that other accounts find free ones. */
  maxRunning: number;
  /**
   * Calls of one account to one path run one after another, but a call that takes longer than this does not delay the next one any
   * further. A page sends different calls, so its calls rarely wait here; a client that repeats one call leaves turns for the other
   * calls of its account, and causes less load beside other accounts.
   */
  maxPathTurnMs: number;
  /** The maximum number of waiting calls of one account. */
  maxWaiting: number;
}

const callTurnOptions: CallTurnOptions = { maxRunning: 3, maxPathTurnMs: 1_000, maxWaiting: 200 };

/** The calls of one account. A call first waits behind those of its path, then behind all. */
interface AccountQueue {
  all: PQueue;
  byPath: Map<string, PQueue>;
  /** Waiting and running calls. */
  size: number;
}

interface PathTurn {
  signal: AbortSignal;
  maxPathTurnMs: number;
}

/** Runs `work` in the queue of its path. The turn ends with `work`, at the latest after `maxPathTurnMs`. */
function inPathTurn<T>(
  queue: PQueue,
  work: () => Promise<T>,
  { signal, maxPathTurnMs }: PathTurn,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const turn = async () => {
      const result = work();
      result.then(resolve, reject);
      const timer = new AbortController();
      const late = pause(maxPathTurnMs, undefined, { ref: false, signal: timer.signal });
      await Promise.race([result, late]).catch(() => {});
      timer.abort();
    };
    queue.add(turn, { signal }).catch(reject);
  });
}

/**
 * Runs a bounded number of calls of one account at once; the others wait, those of one path in their order. Without it, one account
 * that sends many calls occupies all database connections, and calls of other accounts wait behind them.
 */
export function createCallTurns(metrics: LimitMetrics, options: CallTurnOptions = callTurnOptions) {
  const { maxRunning, maxPathTurnMs, maxWaiting } = options;
  const queues = new Map<string, AccountQueue>();
  return {
    /**
     * Runs `work` when it is the account's turn. A call that still waits when `deadline` rejects does not run. Throws `tooMany` when too
     * many calls of the account wait already.
     */
    run: async <T>(
      { accountId, path }: { accountId: string; path: string },
      work: () => Promise<T>,
      deadline: Promise<never>,
    ): Promise<T> => {
      const queue = queues.get(accountId) ?? {
        all: new PQueue({ concurrency: maxRunning }),
        byPath: new Map<string, PQueue>(),
        size: 0,
      };
      if (queue.size - queue.all.pending >= maxWaiting) {
        metrics.refused('callsPerAccount');
        throw new RequestRefusal('tooMany', 429);
      }
      queues.set(accountId, queue);
      const ofPath = queue.byPath.get(path) ?? new PQueue({ concurrency: 1 });
      queue.byPath.set(path, ofPath);
      queue.size += 1;
      const expiry = new AbortController();
      const { signal } = expiry;
      deadline.catch((reason: unknown) => expiry.abort(reason));
      try {
        return await inPathTurn(ofPath, () => queue.all.add(work, { signal }), { signal, maxPathTurnMs });
      } finally {
        queue.size -= 1;
        // An idle account uses no memory.
        if (ofPath.size === 0 && ofPath.pending === 0) queue.byPath.delete(path);
        if (queue.size === 0) queues.delete(accountId);
      }
    },
  };
}
export type CallTurns = ReturnType<typeof createCallTurns>;
