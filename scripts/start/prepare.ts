import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRestoring } from '../../apps/server/src/app/backups/restore-target.ts';
import { type Env } from '../../apps/server/src/app/env.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import { FormerSchemaError, NewerSchemaError } from '../../apps/server/src/platform/db/schema-version.ts';
import { checkDataFolder } from './data-folder.ts';
import { closeDataFolder, ownFolders } from './data-modes.ts';
import { type DataLock, lockDataFolder } from './data-lock.ts';
import { type Lifetime } from './lifetime.ts';
import { say, step } from './say.ts';
import { superviseDatabase } from './supervise-database.ts';

export type Prepared = {
  /** The database address for the server. */
  databaseUrl: string;
  lock: DataLock;
};

/** Locks and closes the data folder, starts the database and migrates its schema. */
export async function prepare(lifetime: Lifetime, env: Env): Promise<Prepared> {
  const { signal, onStop } = lifetime;
  const { DATA_DIR: dataDir } = env;
  // Files of this process and its children are private, also where the code sets no mode.
  process.umask(0o077);
  if (isRestoring(dataDir))
    throw new StartupError(
      `A restore into ${dataDir} was interrupted: repeat it with npm run restore, or empty the folder.`,
    );
  checkDataFolder(dataDir, !existsSync(join(dataDir, 'pg')));
  const lock = lockDataFolder(dataDir);
  onStop(lock.release);
  const closedPaths = closeDataFolder(dataDir);
  if (closedPaths > 0) say(`  Other users of this machine could read ${dataDir}: closed to them now.`);

  let databaseUrl = env.DATABASE_URL;
  // An external database is used as its connecting user.
  let ownerUrl = databaseUrl;
  if (!databaseUrl) {
    const database = await step('Database', (log) =>
      startEmbeddedPostgres({
        dataDir: join(dataDir, 'pg'),
        log,
        within: ownFolders(dataDir),
        alone: true,
      }),
    );
    onStop(database.stop);
    superviseDatabase(database, dataDir, lifetime);
    databaseUrl = database.serverUrl;
    ownerUrl = database.url;
  }
  signal.throwIfAborted();
  const url = ownerUrl ?? databaseUrl;
  await step('Schema', () => migrate(url));
  signal.throwIfAborted();
  return { databaseUrl, lock };
}

async function migrate(databaseUrl: string): Promise<void> {
  try {
    await migrateDatabase(databaseUrl);
  } catch (error) {
    if (error instanceof NewerSchemaError) {
      throw new StartupError(
        `The database was made by a later Sweepline (its schema is of ${error.databaseVersion}, this program's of ${error.programVersion}): start that version, or choose another DATA_DIR or DATABASE_URL.`,
      );
    }
    if (error instanceof FormerSchemaError) {
      throw new StartupError(
        'The database was made by a development version of Sweepline that this program cannot upgrade: choose another DATA_DIR or DATABASE_URL.',
      );
    }
    // The message omits the password of the address.
    const { host, pathname } = new URL(databaseUrl);
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new StartupError(`The database ${host}${pathname} cannot be used: ${reason}`);
  }
}
