import type { Logger } from 'pino';
import type { Db } from '../db/db.ts';
import { claim, giveAway } from './shard-rows.ts';

/** The part of a server that acts for robots. */
export interface ShardHolder {
  /** Begins to act for the robots of these shards. */
  adopt(shards: readonly number[]): Promise<void>;
  /** Ends the work for the robots of these shards and writes what is only in memory. */
  release(shards: readonly number[]): Promise<void>;
  /** Drops what it knows of the robots of these shards; from now on it writes nothing about them. */
  forget(shards: readonly number[]): void;
}

interface ShardKeeperDeps {
  db: Db;
  log: Pick<Logger, 'error'>;
  serverId: string;
}

/** Takes the shards of this server's share, and gives the others away. One change at a time: a shard is adopted before it is released. */
export function createShardKeeper({ db, log, serverId }: ShardKeeperDeps) {
  const owned = new Set<number>();
  let holder: ShardHolder | undefined;
  let turn: Promise<void> = Promise.resolve();

  const release = async (robots: ShardHolder, leaving: readonly number[]): Promise<number | undefined> => {
    await robots.release(leaving);
    for (const shard of leaving) owned.delete(shard);
    robots.forget(leaving);
    return await giveAway(db, serverId, leaving);
  };

  const adopt = async (robots: ShardHolder, claimed: readonly number[]): Promise<void> => {
    for (const shard of claimed) owned.add(shard);
    try {
      await robots.adopt(claimed);
    } catch (error) {
      for (const shard of claimed) owned.delete(shard);
      robots.forget(claimed);
      throw error;
    }
  };

  const change = async (
    robots: ShardHolder,
    share: readonly number[],
    owners: ReadonlyMap<number, string>,
    onEpoch: (epoch: number) => void,
  ): Promise<void> => {
    const own = new Set(share);
    const leaving = [...owned].filter((shard) => !own.has(shard));
    const epoch = leaving.length > 0 ? await release(robots, leaving) : undefined;
    if (epoch !== undefined) onEpoch(epoch);
    // Those that an earlier attempt claimed and could not adopt are tried again.
    const isOpen = (shard: number) => !owned.has(shard) && (owners.get(shard) ?? serverId) === serverId;
    const claimed = await claim(db, serverId, share.filter(isOpen));
    if (claimed.length > 0) await adopt(robots, claimed);
  };

  /** What was announced since they were read may have been missed. */
  const readAgain = async (robots: ShardHolder): Promise<void> => {
    const shards = [...owned];
    await robots.release(shards);
    owned.clear();
    robots.forget(shards);
    await adopt(robots, shards);
  };

  const inTurn = (work: (robots: ShardHolder) => Promise<void>): Promise<void> => {
    const robots = holder;
    if (!robots) return turn;
    turn = turn
      .then(() => work(robots))
      .catch((error: unknown) => log.error({ err: error }, 'shards of robots could not be taken or given'));
    return turn;
  };

  return {
    owned: owned as ReadonlySet<number>,
    /** From now on shards are taken for `robots`. */
    hold: (robots: ShardHolder): void => void (holder = robots),
    /** Brings what is owned to `share`. `owners` are as last read; `onEpoch` gets the epoch of this server after it gave shards away. */
    balance: (...target: [readonly number[], ReadonlyMap<number, string>, (epoch: number) => void]) =>
      inTurn((robots) => change(robots, ...target)),
    /** Reads the robots of this server from the database again; the shards stay its own. */
    readAgain: () => inTurn(readAgain),
  };
}
