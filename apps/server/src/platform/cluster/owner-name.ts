import type { Db } from '../db/db.ts';
import { inSystemScope, serverRows, shardRows } from './server-rows.ts';
import { shardOf } from './shards.ts';

/** The name of the server that owns a record, for people; undefined while a new owner is being found. */
export const ownerNameOf = (db: Db, recordId: string): Promise<string | undefined> =>
  inSystemScope(db, async (tx) => {
    const [row] = await tx.raw<{ name: string }>(
      `select name from ${serverRows} join ${shardRows} on ${shardRows}.server_id = ${serverRows}.id
       where shard = $1 and ended_at is null`,
      [shardOf(recordId)],
    );
    return row?.name;
  });
