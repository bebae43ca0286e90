import postgres from 'postgres';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { shardOf } from '../../apps/server/src/platform/cluster/shards.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';

/** Tables whose rows only the owner of a robot writes. */
const robotTables = [
  'runs',
  'commands',
  'alarms',
  'device_live',
  'journal_ids',
  'run_paths',
  'device_events',
];

/**
 * Notes each statement that writes to a table of robots, with the server whose fence its transaction holds. The owner of the
 * tables installs it: the servers' own role may create nothing.
 */
export async function noteWrites(databaseUrl: string): Promise<void> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await sql.unsafe(`
    create table fault_writes (at timestamptz not null, name text not null, server_id uuid);
    create function note_write() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into fault_writes select clock_timestamp(), tg_table_name, (
        select id from servers where exists (
          select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and objsubid = 1
            and classid = ((server_key(id) >> 32) & 4294967295)::oid and objid = (server_key(id) & 4294967295)::oid) limit 1);
      return null;
    end $$;
    grant select on fault_writes to public;
    ${robotTables.map((it) => `create trigger note_write after insert or update or delete on ${it} for each statement execute function note_write();`).join('\n')}`);
  await sql.end();
}

/** What the fault programs read about servers. */
export function createServerView(db: Db) {
  const read = <R extends object>(statement: string, values: unknown[] = []) =>
    inScope(db, '*', (tx) => tx.raw<R>(statement, values), { readOnly: true });
  const owners = async (): Promise<Map<number, string>> => {
    const rows = await read<{ shard: number; id: string }>(
      `select shard, server_id as id from shards join servers on servers.id = server_id where ended_at is null`,
    );
    return new Map(rows.map(({ shard, id }) => [shard, id]));
  };
  return {
    read,
    owners,
    /** The id of the server that a process is. */
    idOf: async (pid: number | undefined): Promise<string> => {
      const [row] = await read<{ id: string }>(
        `select id from servers where name like $1 order by started_at desc limit 1`,
        [`% ${pid}`],
      );
      return row?.id ?? '';
    },
    ownerOf: async (deviceId: string) => (await owners()).get(shardOf(deviceId)),
    /** Writes about robots by a server since a moment of the database's clock. */
    writesSince: async (serverId: string, since: string): Promise<number> => {
      const [row] = await read<{ writes: number }>(
        `select count(*)::int as writes from fault_writes where server_id = $1 and at > $2::timestamptz`,
        [serverId, since],
      );
      return row?.writes ?? 0;
    },
    /** Counts the changes of owners. */
    ownerChanges: async (): Promise<number> =>
      (await read<{ changes: number }>(`select sum(epoch)::int as changes from shards`))[0]!.changes,
    now: async (): Promise<string> =>
      (await read<{ at: string }>(`select clock_timestamp()::text as at`))[0]!.at,
  };
}
export type ServerView = ReturnType<typeof createServerView>;
