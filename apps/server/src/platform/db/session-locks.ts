import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from './pool.ts';

/** Named locks of one process. PostgreSQL releases them when the process ends, also after a kill. */
export interface SessionLocks {
  /** Takes the lock unless this or another process has it. Returns whether it was taken. */
  tryTake(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

const retakeMs = 250;

/** The number of a lock: PostgreSQL names its advisory locks by 64 bits. */
export const lockNumberOf = (name: string): string =>
  BigInt.asIntN(64, BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 16)}`)).toString();

/** Creates the locks of this process on a connection of their own, which opens with the first lock. */
export function createSessionLocks(url: string): SessionLocks {
  const held = new Set<string>();
  let closed = false;
  let retaking = false;

  const take = async (name: string): Promise<boolean> => {
    const [row] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_lock(${lockNumberOf(name)}::bigint) as taken`;
    return row?.taken ?? false;
  };
  /** The locks ended with their connection: they are taken again before another process regards their work as left behind. */
  const retake = async (): Promise<void> => {
    if (retaking) return;
    for (retaking = true; held.size > 0 && !closed; await pause(retakeMs)) {
      const taken = await Promise.all([...held].map(take)).catch(() => undefined);
      if (taken) break;
    }
    retaking = false;
  };
  const sql = createPool(url, { connections: 1, onClose: () => void retake() });

  return {
    tryTake: async (name) => {
      // Advisory locks are re-entrant: the connection would take its own lock a second time.
      if (held.has(name)) return false;
      held.add(name);
      const taken = await take(name).catch((error: unknown) => {
        held.delete(name);
        throw error;
      });
      if (!taken) held.delete(name);
      return taken;
    },
    release: async (name) => {
      if (!held.delete(name)) return;
      // Without the connection there is no lock to release.
      await sql`select pg_advisory_unlock(${lockNumberOf(name)}::bigint)`.catch(() => {});
    },
    close: async () => {
      closed = true;
      await sql.end({ timeout: 5 });
    },
  };
}
