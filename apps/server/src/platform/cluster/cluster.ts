import { setTimeout as pause } from 'node:timers/promises';
import { repeatedly } from '../runtime/repeatedly.ts';
import { announceLeaving, end, endSilent } from './server-endings.ts';
import * as rows from './server-rows.ts';
import type { ClusterView, LiveServer } from './server-rows.ts';
import { isLockFree, lockOf } from './server-lock.ts';
import { freeShardsOf } from './shard-rows.ts';
import { createBrokerReach } from './broker-reach.ts';
import { clusterTiming, type ClusterOptions } from './cluster-options.ts';
import { createShardKeeper, type ShardHolder } from './shard-keeper.ts';
import { isCutOff, shareOf } from './shard-share.ts';
import { allShards, shardOf } from './shards.ts';
import { createSilenceWatch } from './silence-watch.ts';

const noSigns = { figures: {}, runningJobs: [] };

/**
 * One server of an installation: it says that it lives, notices which others do, and owns its share of the robots
 * (docs/decisions/0042-owners-of-robots.md). Resolves once the server has joined; `hold` starts to take shards.
 */
export async function joinCluster(options: ClusterOptions) {
  const { db, log, identity, isAlone, timing = clusterTiming, onEnded, signs = () => noSigns } = options;
  const id = await rows.join(db, identity);
  await db.locks.tryTake(lockOf(id));
  const silence = createSilenceWatch(timing, (other) => isLockFree(db, other));
  /** The greatest that was read: a beat may answer after a newer one was set. */
  let epoch = 0;
  const raiseEpoch = (read: number) => void (epoch = Math.max(epoch, read));
  let view: ClusterView = { epoch: 0, atMs: 0, servers: [], owners: new Map(), endedOwners: [] };
  let beatAtMs = performance.now();
  const reach = createBrokerReach(timing);
  let isCut = false;
  let isLeaving = false;
  let hasLeft = false;

  const isDraining = () => view.servers.some((it) => it.id === id && it.isDraining);
  const others = () => view.servers.filter((it) => it.id !== id);

  /** Says that the server lives, and reads what the others say. */
  const look = async (): Promise<void> => {
    const startedMs = performance.now();
    view = await rows.beat(db, id, signs(), reach.reachMs());
    if (view.epoch === undefined) return onEnded();
    isCut = !isAlone && isCutOff(id, view.servers, timing);
    options.onClock?.(view.atMs, performance.now() - startedMs);
    raiseEpoch(view.epoch);
    beatAtMs = startedMs;
    for (const ended of view.endedOwners) await freeShardsOf(db, ended, pause);
  };

  const beat = async (): Promise<void> => {
    await look();
    if (!isAlone) await endSilent(db, await silence.silentAmong(others()), log);
    void balance();
  };

  /** The shards that this server should own by what it read last. */
  const ownShare = (): readonly number[] => {
    if (isLeaving) return [];
    return isAlone ? allShards : shareOf(id, view.servers, timing);
  };
  const keeper = createShardKeeper({ db, log, serverId: id });
  const balance = () => keeper.balance(ownShare(), view.owners, raiseEpoch);

  const stopBeats = repeatedly(beat, { everyMs: timing.beatMs, maxMs: timing.beatMs }, (error) =>
    log.warn({ err: error }, 'the server could not say that it lives'),
  );

  const handOver = async (): Promise<void> => {
    if (isLeaving) return;
    isLeaving = true;
    await announceLeaving(db, id).catch(() => {});
    await balance();
  };

  return {
    id,
    /** Starts to own robots. Resolves when the shards that are free now are adopted. */
    hold: async (robots: ShardHolder): Promise<void> => {
      await look();
      if (isAlone) for (const other of others()) await end(db, other.id);
      // The shards of servers that have just ended become free.
      await look();
      keeper.hold(robots);
      reach.begin();
      await look();
      await balance();
    },
    owns: (recordId: string): boolean => keeper.owned.has(shardOf(recordId)),
    /** The server that owns a record, as last read; undefined while a new owner is being found. */
    ownerOf: (recordId: string): string | undefined => view.owners.get(shardOf(recordId)),
    servers: (): readonly LiveServer[] => view.servers,
    /** Whether the super admin has this server drained, as last read. */
    isDraining,
    /** The connection of robots to the broker was made or lost. */
    noteBroker: reach.note,
    /** Whether other servers act for the robots of this one, because only they reach the broker. As last read. */
    isCutOff: (): boolean => isCut,
    /** Whether the server may act for its robots now. */
    mayAct: (): boolean => isAlone || (performance.now() - beatAtMs < timing.guardMs && !isCut),
    /** The check that every transaction about robots begins with. */
    fence: (): string => `hold_ownership('${id}', ${epoch})`,
    /** Reads the robots of this server again, if another server may have announced a change that was not heard. */
    readAgain: keeper.readAgain,
    /** Reads what the other servers say now, instead of at the next beat. */
    refresh: look,
    /** Gives every robot away and takes none any more; the server stays a member until it leaves. */
    handOver,
    /** Gives every robot away and leaves. */
    leave: async (): Promise<void> => {
      if (hasLeft) return;
      hasLeft = true;
      await handOver();
      await stopBeats();
      await end(db, id).catch(() => {});
      await db.locks.release(lockOf(id));
    },
  };
}
export type Cluster = Awaited<ReturnType<typeof joinCluster>>;
