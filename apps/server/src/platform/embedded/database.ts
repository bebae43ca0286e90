import postgres from 'postgres';
import { connectionOf, serverRole, socketUrl } from './connection.ts';

const asOwner = async <T>(socket: string, database: string, work: (sql: postgres.Sql) => Promise<T>) => {
  const [url, options] = connectionOf(socketUrl(socket, database));
  const sql = postgres(url, { ...options, max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
};

/** The number of other clients of the server. */
export const othersConnected = (socket: string) =>
  asOwner(socket, 'postgres', async (sql) => {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::integer as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    return row?.others ?? 0;
  });

/** Creates the database and the server's role if needed. The role's attributes are reset to `login` and nothing else. */
export async function ensureDatabase(socket: string): Promise<void> {
  await asOwner(socket, 'postgres', async (sql) => {
    const [role] = await sql`select 1 from pg_roles where rolname = ${serverRole}`;
    await sql.unsafe(
      `${role ? 'alter' : 'create'} role ${serverRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
    );
    const [database] = await sql`select 1 from pg_database where datname = 'sweepline'`;
    if (!database) await sql`create database sweepline`;
    await sql`revoke all on database postgres, template1, sweepline from public`;
    await sql.unsafe(`grant connect on database sweepline to ${serverRole}`);
  });
}
