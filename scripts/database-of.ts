import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../apps/server/src/app/env.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { StartupError } from '../apps/server/src/platform/embedded/startup-error.ts';
import { ownFolders } from './start/data-modes.ts';

/** The database of a command, as its owner: that of `DATABASE_URL`, else that of the data folder. */
export async function databaseOf(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { DATABASE_URL, DATA_DIR } = readEnv();
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => {} };
  const folder = join(DATA_DIR, 'pg');
  if (!existsSync(folder)) throw new StartupError(`There is no database in ${DATA_DIR}.`);
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    within: ownFolders(DATA_DIR),
  });
  // A database that was already running continues; one started here is stopped.
  return { url: database.url, stop: database.adopted ? async () => {} : database.stop };
}
