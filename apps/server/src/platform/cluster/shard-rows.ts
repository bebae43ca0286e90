import type { Db } from '../db/db.ts';
import { inSystemScope, serverRows, shardRows } from './server-rows.ts';

/** Takes the shards among these that no other server owns. Returns them. */
export async function claim(db: Db, id: string, wanted: readonly number[]): Promise<number[]> {
  if (wanted.length === 0) return [];
  return await inSystemScope(db, async (tx) => {
    const rows = await tx.raw<{ shard: number }>(
      `update ${shardRows} set server_id = $1, epoch = epoch + 1, changed_at = clock_timestamp()
       where shard = any($2::int[]) and (server_id is null or server_id = $1)
         and exists (select from ${serverRows} where id = $1 and ended_at is null)
       returning shard`,
      [id, wanted],
    );
    return rows.map(({ shard }) => shard);
  });
}

/**
 * Gives shards away. Waits for the server's transactions under way; those that begin later must name the new epoch, which is
 * returned.
 */
export function giveAway(db: Db, id: string, given: readonly number[]): Promise<number | undefined> {
  return inSystemScope(db, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(server_key($1))', [id]);
    await tx.raw(
      `update ${shardRows} set server_id = null, epoch = epoch + 1, changed_at = clock_timestamp()
       where shard = any($2::int[]) and server_id = $1`,
      [id, given],
    );
    const [row] = await tx.raw<{ epoch: string }>(
      `update ${serverRows} set epoch = epoch + 1 where id = $1 and ended_at is null returning epoch`,
      [id],
    );
    return row && Number(row.epoch);
  });
}

const maxStops = 40;
const stopPauseMs = 50;

/** Frees the shards of an ended server, once none of its transactions can commit any more. */
export async function freeShardsOf(
  db: Db,
  ended: string,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; tries < maxStops; tries += 1) {
    const [row] = await inSystemScope(db, (tx) =>
      tx.raw<{ closed: number }>('select stop_writes_of($1) as closed', [ended]),
    );
    if (row?.closed === 0) break;
    if (tries === maxStops - 1) throw new Error(`transactions of the ended server ${ended} do not stop`);
    await pause(stopPauseMs);
  }
  await inSystemScope(db, (tx) =>
    tx.raw(
      `update ${shardRows} set server_id = null, epoch = epoch + 1, changed_at = clock_timestamp() where server_id = $1`,
      [ended],
    ),
  );
}
