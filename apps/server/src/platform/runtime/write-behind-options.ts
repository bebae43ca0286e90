import type { RowStoreOptions } from './row-store.ts';

export const defaultMaxQueued = 1_000;

export interface WriteBehindOptions<R> extends RowStoreOptions<R> {
  /** Rows held at most, those under way included. More are dropped and counted. */
  maxQueued?: number;
  /** Rows of one transaction. 1 where the order of single changes matters. */
  maxBatch?: number;
  /** From the first row to its write; without it the owner calls `flush`. */
  flushMs?: number;
  /** Rows that the owner gathers by itself; they are taken when a flush begins. */
  collect?(): Iterable<R>;
  /** One row that stands for those dropped at the limit. */
  summarise?(last: R, count: number): R;
  /** The first pause after the database was away, and the longest. */
  retryMs?: readonly [first: number, longest: number];
}
