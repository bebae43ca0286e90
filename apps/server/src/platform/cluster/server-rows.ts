import { getTableName } from 'drizzle-orm';
import { newId } from '../runtime/ids.ts';
import { inScope, type Db, type Tx } from '../db/db.ts';
import { neverReached } from './broker-reach.ts';
import type { ServerSigns } from './server-signs.ts';
import { servers, shards } from './server-table.ts';
import { shardCount } from './shards.ts';

/** What a server tells the others about itself. */
export interface ServerIdentity {
  name: string;
  version: string;
  roles: readonly string[];
  /** A mark of the keys of the installation; without it they are not compared. */
  keyMark?: string;
}

/** The keys of this server differ from those of another one that lives. */
export class OtherKeysError extends Error {}

/** A server that has not ended. */
export interface LiveServer extends ServerIdentity {
  id: string;
  isLeaving: boolean;
  isDraining: boolean;
  /** How long it has reached the broker; negative while it does not. 0 of an earlier version, which does not tell. */
  brokerMs: number;
  /** Changes with every beat of that server. */
  seenAt: string;
}

/** What one server read at its beat. */
export interface ClusterView {
  /** The epoch that the writes of this server name; undefined if another server has ended it. */
  epoch: number | undefined;
  /** The database's clock. */
  atMs: number;
  servers: readonly LiveServer[];
  /** The owner of each shard that has one. */
  owners: ReadonlyMap<number, string>;
  /** Servers that ended while they owned shards. */
  endedOwners: readonly string[];
}

export const [serverRows, shardRows] = [getTableName(servers), getTableName(shards)];
export const inSystemScope = <T>(db: Db, work: (tx: Tx) => Promise<T>) => inScope(db, '*', work);

/** How long the row of an ended server is kept for people, and how long a killed server counts as living. */
const [keptFor, livesFor] = ['30 days', '10 seconds'];

/** Adds a server and returns its id. Throws `OtherKeysError` if its keys differ from those of a server that lives. */
export async function join(db: Db, { name, version, roles, keyMark }: ServerIdentity): Promise<string> {
  const id = newId();
  await inSystemScope(db, async (tx) => {
    const [other] = await tx.raw<{ name: string }>(
      `select name from ${serverRows}
       where ended_at is null and key_mark <> $1 and seen_at > clock_timestamp() - interval '${livesFor}' limit 1`,
      [keyMark ?? null],
    );
    if (other) throw new OtherKeysError(other.name);
    await tx.raw(
      `insert into ${serverRows} (id, name, version, roles, key_mark, figures, started_at, seen_at)
       values ($1, $2, $3, $4::text[], $5, $6::jsonb, clock_timestamp(), clock_timestamp())`,
      [id, name, version, roles, keyMark ?? null, JSON.stringify({ brokerMs: neverReached })],
    );
    await tx.raw(`delete from ${serverRows} where ended_at < clock_timestamp() - interval '${keptFor}'
      and not exists (select from ${shardRows} where server_id = ${serverRows}.id)`);
    // `on conflict` alone would wait for a transaction that changes a row and has not ended.
    await tx.raw(
      `insert into ${shardRows} (shard) select it from generate_series(0, ${shardCount - 1}) as it
       where not exists (select from ${shardRows} where shard = it) on conflict do nothing`,
    );
  });
  return id;
}

/** Says that the server lives, and reads what the others say. */
export function beat(
  db: Db,
  id: string,
  { figures, runningJobs, notFollowed }: ServerSigns,
  brokerMs: number,
): Promise<ClusterView> {
  return inSystemScope(db, async (tx) => {
    const [own, live, owned] = await Promise.all([
      tx.raw<{ epoch: string; atMs: string }>(
        `update ${serverRows} set seen_at = clock_timestamp(), figures = $2::jsonb, running_jobs = $3::text[],
           not_followed = $4::jsonb
         where id = $1 and ended_at is null
         returning epoch, extract(epoch from clock_timestamp()) * 1000 as "atMs"`,
        [
          id,
          JSON.stringify({ ...figures, brokerMs }),
          runningJobs,
          notFollowed ? JSON.stringify(notFollowed) : null,
        ],
      ),
      tx.raw<LiveServer>(
        `select id, name, version, roles, is_leaving as "isLeaving", is_draining as "isDraining", seen_at as "seenAt",
           coalesce((figures->>'brokerMs')::int, 0) as "brokerMs"
         from ${serverRows} where ended_at is null order by id`,
      ),
      tx.raw<{ shard: number; serverId: string; isEnded: boolean }>(
        `select shard, server_id as "serverId", server.ended_at is not null as "isEnded"
         from ${shardRows} join ${serverRows} server on server.id = server_id`,
      ),
    ]);
    const [row] = own;
    return {
      epoch: row && Number(row.epoch),
      atMs: Number(row?.atMs),
      servers: live,
      owners: new Map(owned.filter(({ isEnded }) => !isEnded).map((it) => [it.shard, it.serverId])),
      endedOwners: [...new Set(owned.filter(({ isEnded }) => isEnded).map(({ serverId }) => serverId))],
    };
  });
}
