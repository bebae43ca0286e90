import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Robots are dealt out to servers in this many shards. It must not change while servers run: they would disagree. */
export const shardCount = 256;
export const allShards: readonly number[] = Array.from({ length: shardCount }, (_, shard) => shard);

/** The shard of a record: the last byte of its id, which is random in every version of UUID that the server uses. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16);

/** The condition that a column of ids is in these shards; undefined for all shards. */
export const inShards = (column: PgColumn, shards: readonly number[]): SQL | undefined =>
  shards.length === shardCount
    ? undefined
    : sql`get_byte(uuid_send(${column}), 15) = any(${sql.raw(`'{${shards.join(',')}}'::int[]`)})`;

const weightOf = (shard: number, serverId: string): bigint =>
  createHash('sha256').update(`${shard} ${serverId}`).digest().readBigUInt64BE();

/** The weights of all shards, by server. A server asks each second, and hashing costs it as much as fifty states of robots. */
const weights = new Map<string, readonly bigint[]>();
/** Far more than an installation has. Those of servers that ended are forgotten with all others. */
const maxServers = 100;

function weightsOf(serverId: string): readonly bigint[] {
  const known = weights.get(serverId);
  if (known) return known;
  const all = allShards.map((shard) => weightOf(shard, serverId));
  if (weights.size >= maxServers) weights.clear();
  weights.set(serverId, all);
  return all;
}

/**
 * The server that should own a shard, by rendezvous hashing: the one with the greatest weight. When a server joins, it takes
 * shards from the others and no other shard moves; when one leaves, only its own shards move.
 * Thaler and Ravishankar, "Using name-based mappings to increase hit rates", 1998.
 */
export function ownerOf(shard: number, serverIds: readonly string[]): string | undefined {
  let best: { id: string; weight: bigint } | undefined;
  for (const id of serverIds) {
    const weight = weightsOf(id)[shard] ?? 0n;
    if (!best || weight > best.weight || (weight === best.weight && id > best.id)) best = { id, weight };
  }
  return best?.id;
}

/** The shards that a server should own among these. */
export const shardsOf = (serverId: string, serverIds: readonly string[]): number[] =>
  allShards.filter((shard) => ownerOf(shard, serverIds) === serverId);
