import type { Db } from '../db/db.ts';

/** The session lock that a server holds as long as its process lives. */
export const lockOf = (serverId: string) => `server ${serverId}`;

/** A process that has ended holds no lock; a paused one keeps its own. */
export async function isLockFree(db: Db, serverId: string): Promise<boolean> {
  const taken = await db.locks.tryTake(lockOf(serverId));
  if (taken) await db.locks.release(lockOf(serverId));
  return taken;
}
