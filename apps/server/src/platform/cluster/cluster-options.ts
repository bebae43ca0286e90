import type { Logger } from 'pino';
import type { Db } from '../db/db.ts';
import type { ServerIdentity } from './server-rows.ts';
import type { ServerSigns } from './server-signs.ts';

export interface ClusterTiming {
  beatMs: number;
  /** Without a beat for so long, the server sends nothing to robots: another one may own them by now. */
  guardMs: number;
  /** Beats without a sign of a server after which it has ended: if its lock is free, and in any case. */
  beatsWithoutLock: number;
  beatsWithoutSign: number;
  /** Without the broker for so long, a server gives its robots to others that reach it. It is longer than all servers need to notice an outage. */
  brokerGraceMs: number;
  /** After a longer break the connection must hold for so long before the server owns robots again. */
  brokerSettleMs: number;
}

export const clusterTiming: ClusterTiming = {
  beatMs: 1_000,
  guardMs: 2_500,
  beatsWithoutLock: 3,
  beatsWithoutSign: 5,
  brokerGraceMs: 3_000,
  brokerSettleMs: 4_000,
};

export interface ClusterOptions {
  db: Db;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  identity: ServerIdentity;
  /** With an embedded broker no other server reaches the robots: earlier servers end, and this one owns every shard. */
  isAlone: boolean;
  timing?: ClusterTiming;
  /** Another server has ended this one. It can write nothing about robots any more, and its process must end. */
  onEnded(): void;
  signs?(): ServerSigns;
  /** The time of the database, as the answer to a question of `elapsedMs` ago. */
  onClock?(databaseMs: number, elapsedMs: number): void;
}

/** The role of servers that own robots. */
export const ownerRole = 'gateway';
