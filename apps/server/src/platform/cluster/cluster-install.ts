import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { appRole } from '../db/columns.ts';

const functions = readFileSync(new URL('cluster.sql', import.meta.url), 'utf8');

/** Installs the fences of servers as the owner. May be run again at every start. */
export async function installCluster(owner: Sql): Promise<void> {
  await owner.unsafe(functions);
  await owner.unsafe(
    `grant execute on function server_key(uuid), hold_ownership(uuid, bigint), stop_writes_of(uuid) to ${appRole.name}`,
  );
}
