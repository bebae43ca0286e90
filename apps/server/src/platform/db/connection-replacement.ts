import type { ReservedSql } from 'postgres';

/** A connection to a host that is gone may never be reported as closed. */
const maxClosingMs = 2_000;

/**
 * Lets the pool replace one connection at a time, and only while no caller waits for one: the driver forgets the first waiting
 * reservation when a connection closes.
 */
export function createReplacement(reserve: () => Promise<ReservedSql>) {
  let waiting = 0;
  let closing: (PromiseWithResolvers<void> & { id: number }) | undefined;
  const closed = (id: number): boolean => {
    if (closing?.id !== id) return false;
    closing.resolve();
    closing = undefined;
    return true;
  };
  return {
    /** A connection of the pool. Waits until one that ends is closed. */
    async reserve(): Promise<ReservedSql> {
      while (closing) await closing.promise;
      waiting += 1;
      try {
        return await reserve();
      } finally {
        waiting -= 1;
      }
    },
    /** Whether this connection may end now. */
    begin(id: number): boolean {
      if (waiting > 0 || closing) return false;
      closing = { ...Promise.withResolvers<void>(), id };
      setTimeout(closed, maxClosingMs, id).unref();
      return true;
    },
    /** Called when a connection has closed. Returns whether it was the one that is replaced. */
    closed,
  };
}
export type Replacement = ReturnType<typeof createReplacement>;
