import type { Logger } from 'pino';
import type { Db } from '../db/db.ts';
import { inSystemScope, serverRows, type LiveServer } from './server-rows.ts';

/** Announces that the server gives its robots away. */
export const announceLeaving = (db: Db, id: string): Promise<unknown> =>
  inSystemScope(db, (tx) => tx.raw(`update ${serverRows} set is_leaving = true where id = $1`, [id]));

/** Ends a server; with `seenAt` only if it was not seen since. False if it was, or has ended already. */
export function end(db: Db, id: string, seenAt: string | null = null): Promise<boolean> {
  return inSystemScope(db, async (tx) => {
    const rows = await tx.raw(
      `update ${serverRows} set ended_at = clock_timestamp(), epoch = epoch + 1
       where id = $1 and ended_at is null and ($2::timestamptz is null or seen_at = $2) returning id`,
      [id, seenAt],
    );
    return rows.length > 0;
  });
}

/** Ends servers that gave no sign since they were read. */
export async function endSilent(
  db: Db,
  silent: readonly LiveServer[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const { id, name, seenAt } of silent)
    if (await end(db, id, seenAt)) log.warn({ server: name }, 'a server gave no sign and has ended');
}
