import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../db/columns.ts';
import type { UndeliveredRobots } from './server-signs.ts';

/** The servers of the installation, one row for each start of a process. All times are of the database's clock. */
export const servers = pgTable(
  'servers',
  {
    id: uuid().primaryKey(),
    /** Host and process, for people. */
    name: text().notNull(),
    version: text().notNull(),
    roles: text().array().notNull(),
    startedAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** Its robots go to other servers; it ends when it has none. */
    isLeaving: boolean().notNull().default(false),
    /** The super admin has its robots given to other servers; it goes on and may take robots again. */
    isDraining: boolean().notNull().default(false),
    /** From then on it can write nothing about robots. A row never starts again. */
    endedAt: moment(),
    /** Increases when the server gives robots away: a write that names an earlier epoch fails. */
    epoch: bigint({ mode: 'number' }).notNull().default(0),
    /** The same in all servers with the same keys; a server with others could read neither codes nor messages. */
    keyMark: text(),
    /** Names of the background jobs that it runs now. */
    runningJobs: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    figures: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Robots whose messages the broker does not deliver to it; null if there are none. */
    notFollowed: jsonb().$type<UndeliveredRobots>(),
  },
  () => [programPolicy()],
);

/** The owner of each shard of robots; at most one server owns a shard. */
export const shards = pgTable(
  'shards',
  {
    shard: integer().primaryKey(),
    serverId: uuid(),
    /** Increases with every change of the owner. */
    epoch: bigint({ mode: 'number' }).notNull().default(0),
    changedAt: moment(),
  },
  () => [programPolicy()],
);
