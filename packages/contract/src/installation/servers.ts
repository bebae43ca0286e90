import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { backgroundJobNames } from './background-jobs.ts';

/** What a server of an installation does. By default each server does everything (`ROLES`). */
export const serverRoles = ['api', 'socket', 'gateway', 'jobs'] as const;
export type ServerRole = (typeof serverRoles)[number];

/**
 * `DRAINING`: it gives its robots to the others and gets no new requests. `LEAVING`: it was asked to stop. `SILENT`: it has given no
 * sign for some seconds; the others end it soon. `NO_BROKER`: it does not reach the broker; while another one does, that has its robots.
 */
export const serverStates = ['RUNNING', 'DRAINING', 'LEAVING', 'SILENT', 'NO_BROKER', 'ENDED'] as const;

/** One process of the installation, as it last told the others. */
export const server = z.object({
  id: z.uuid(),
  /** Host and process. */
  name: z.string(),
  version: z.string(),
  roles: z.array(z.enum(serverRoles)),
  state: z.enum(serverStates),
  startedAt: moment,
  endedAt: moment.nullable(),
  /** Seconds since its last sign, by the clock of the database. */
  silentSeconds: z.number().int(),
  /** Null until its first sign with figures, as of a version that reports none. */
  robots: z.number().int().nullable(),
  /** Shares of all robots that it owns; together the servers own `shardCount`. */
  shards: z.number().int(),
  /** When it last got a share. */
  gotSharesAt: moment.nullable(),
  /** Delay of the event loop: 99 of 100 turns waited less. */
  loopDelayMs: z.number().nullable(),
  /** Rows in memory that wait to be stored. */
  queuedRows: z.number().int().nullable(),
  runningJobs: z.array(z.enum(backgroundJobNames)),
  /** Robots whose messages the broker does not deliver to this server; null if there are none. */
  notFollowed: z
    .object({
      count: z.number().int(),
      /** The first of them. */
      serialNumbers: z.array(z.string()),
      /** Topics that are delivered of no robot. */
      topics: z.array(z.string()),
    })
    .nullish(),
});
export type Server = z.infer<typeof server>;

export const serverCalls = calls('servers', {
  list: {
    method: 'POST',
    path: 'service/server/list',
    allow: 'superAdmin',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      servers: z.array(server),
      /** Number of shares in which the robots are dealt out. */
      shardCount: z.number().int(),
      /** The server has the embedded broker: there is no other, and it cannot be drained. */
      isAlone: z.boolean(),
      /**
       * Time zones in use in which the database has another clock than this server, with the first day on which they differ. A server
       * of the version before reports none.
       */
      zoneDifferences: z.array(z.object({ timezone: z.string(), from: z.iso.date() })).optional(),
    }),
  },
  /** Its robots go to the other servers, and load balancers send it nothing new. Open pages move there. */
  drain: {
    method: 'POST',
    path: 'service/server/drain',
    allow: 'superAdmin',
    input: byId,
    output: nothing,
  },
  /** Ends the draining: the server gets robots and requests again. */
  resume: {
    method: 'POST',
    path: 'service/server/resume',
    allow: 'superAdmin',
    input: byId,
    output: nothing,
  },
});
