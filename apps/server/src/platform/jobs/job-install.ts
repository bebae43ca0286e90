import type { Sql } from 'postgres';
import { appRole } from '../db/columns.ts';

/** The schema that pg-boss works in. */
export const jobSchema = 'pgboss';

/**
 * Brings the tables of pg-boss at `url` to the version of the installed library and lets the server's role use them. Runs as the owner:
 * the running server may not create tables.
 */
export async function installJobs(owner: Sql, url: string): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
  const role = appRole.name;
  await owner.unsafe(`grant usage on schema ${jobSchema} to ${role};
    grant select, insert, update, delete on all tables in schema ${jobSchema} to ${role};
    grant usage on all sequences in schema ${jobSchema} to ${role};
    grant execute on all functions in schema ${jobSchema} to ${role};
    alter default privileges in schema ${jobSchema} grant select, insert, update, delete on tables to ${role}`);
}
