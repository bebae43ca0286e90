import type { RowStoreOptions } from './row-store.ts';

/** `maxQueued` if a queue sets none. */
export const defaultMaxQueued = 1_000;

export interface WriteBehindOptions<R> extends RowStoreOptions<R> {
  /** The maximum number of rows in memory, including those being written. Further rows are dropped and counted. */
  maxQueued?: number;
  /** The number of rows per transaction. 1 where the order of single changes matters. */
  maxBatch?: number;
  /** The delay from the first row to its write; without it the owner calls `flush`. */
  flushMs?: number;
  /** Rows that the owner collects itself; they are taken when a flush begins. */
  collect?(): Iterable<R>;
  /** Creates one row that reports the rows dropped at the limit. */
  summarise?(last: R, count: number): R;
  /** The first and the longest pause after a failed write (backoff). */
  retryMs?: readonly [first: number, longest: number];
}
