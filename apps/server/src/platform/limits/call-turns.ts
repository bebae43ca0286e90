import PQueue from 'p-queue';
import { RequestRefusal } from '../http/request-refusal.ts';
import type { LimitMetrics } from './limit-metrics.ts';

export interface CallTurnOptions {
  /** Calls of one account that run at once. Fewer than half of the database connections, so that other accounts find free ones. */
  maxRunning: number;
  /** The maximum number of waiting calls of one account. */
  maxWaiting: number;
}

const callTurnOptions: CallTurnOptions = { maxRunning: 4, maxWaiting: 200 };

/**
 * Runs a bounded number of calls of one account at once; the others wait in their order. Without it, one account that sends many calls
 * occupies all database connections, and calls of other accounts wait behind them.
 */
export function createCallTurns(metrics: LimitMetrics, options: CallTurnOptions = callTurnOptions) {
  const { maxRunning, maxWaiting } = options;
  const queues = new Map<string, PQueue>();
  return {
    /**
     * Runs `work` when it is the account's turn. A call that still waits when `deadline` rejects does not run. Throws `tooMany` when too
     * many calls of the account wait already.
     */
    run: async <T>(accountId: string, work: () => Promise<T>, deadline: Promise<never>): Promise<T> => {
      const queue = queues.get(accountId) ?? new PQueue({ concurrency: maxRunning });
      if (queue.size >= maxWaiting) {
        metrics.refused('callsPerAccount');
        throw new RequestRefusal('tooMany', 429);
      }
      queues.set(accountId, queue);
      const expiry = new AbortController();
      deadline.catch((reason: unknown) => expiry.abort(reason));
      try {
        return await queue.add(work, { signal: expiry.signal });
      } finally {
        // An idle account uses no memory.
        if (queue.size === 0 && queue.pending === 0) queues.delete(accountId);
      }
    },
  };
}
export type CallTurns = ReturnType<typeof createCallTurns>;
