import type { Tx } from '../db/db.ts';
import { serverRows, shardRows } from './server-rows.ts';
import type { UndeliveredRobots } from './server-signs.ts';

/** The row of a server, for people. */
export interface ServerRow {
  id: string;
  name: string;
  version: string;
  roles: readonly string[];
  startedAt: string;
  endedAt: string | null;
  silentSeconds: number;
  isLeaving: boolean;
  isDraining: boolean;
  figures: Record<string, number>;
  runningJobs: readonly string[];
  notFollowed: UndeliveredRobots | null;
  shards: number;
  gotSharesAt: string | null;
}

/** Ended servers are listed for a day: the newest of them may be the one that is missed. */
const endedFor = '1 day';
const maxServers = 100;
/** An arbitrary number, the same in every process of an installation. */
const drainLock = 7_353_214;

const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The servers that live and those that ended within a day, newest first among the ended. All times are of the database's clock. */
export const readServers = (tx: Tx): Promise<ServerRow[]> =>
  tx.raw<ServerRow>(
    `select id, name, version, roles, ${iso('started_at')} as "startedAt", ${iso('ended_at')} as "endedAt",
       floor(extract(epoch from clock_timestamp() - seen_at))::int as "silentSeconds",
       is_leaving as "isLeaving", is_draining as "isDraining", figures, running_jobs as "runningJobs",
       not_followed as "notFollowed",
       (select count(*)::int from ${shardRows} where server_id = server.id) as shards,
       (select ${iso('max(changed_at)')} from ${shardRows} where server_id = server.id) as "gotSharesAt"
     from ${serverRows} server
     where ended_at is null or ended_at > clock_timestamp() - interval '${endedFor}'
     order by (ended_at is not null), ended_at desc, name limit ${maxServers}`,
    [],
  );

/** From here to the end of the transaction no other one changes which servers are drained. */
export const lockDraining = (tx: Tx): Promise<unknown> =>
  tx.raw('select pg_advisory_xact_lock($1)', [drainLock]);

/** Drains a server, or ends that. The server notices it at its next beat, the others at theirs. */
export const setDraining = (tx: Tx, id: string, isDraining: boolean): Promise<unknown> =>
  tx.raw(`update ${serverRows} set is_draining = $2 where id = $1 and ended_at is null`, [id, isDraining]);
