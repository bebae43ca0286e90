import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFault } from '../../platform/backup/backup-fault.ts';
import type { BackupHead } from '../../platform/backup/backup-head.ts';
import { checkRoom, type Disk } from '../../platform/backup/disk.ts';
import { writeWhole } from '../../platform/backup/durable-file.ts';
import { existingFolder } from '../../platform/backup/restore-parts.ts';
import { openWire } from '../../platform/backup/wire/wire-connection.ts';
import { newestMigration } from '../../platform/db/schema-version.ts';
import { migrationsFolder } from '../../platform/db/migrate.ts';
import { createFileStore } from '../../platform/files/files.ts';
import type { Env } from '../env.ts';

/** The file that a restore puts first and takes away last: a data folder with it does not start. */
const markFile = 'restoring.json';
/** What an interrupted restore may have left beside it. */
const restoredNames = new Set([markFile, `${markFile}.draft`, 'files', 'keys', 'pg', 'lock.json']);

const markOf = (dataDir: string) => join(dataDir, markFile);
export const isRestoring = (dataDir: string): boolean => existsSync(markOf(dataDir));

/** Begins a restore into an empty folder, or again after an interrupted one, whose database and keys are removed. */
export async function beginRestore(dataDir: string, backup: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isAgain = isRestoring(dataDir);
  await writeWhole(markOf(dataDir), JSON.stringify({ backup }));
  if (!isAgain) return;
  for (const name of ['pg', 'keys']) await rm(join(dataDir, name), { recursive: true, force: true });
}

export const endRestore = (dataDir: string): Promise<void> => rm(markOf(dataDir), { force: true });

/** The free space that the database of a new installation takes beside its rows. */
const spareBytes = 200_000_000;

/** Refuses a backup of a later program, before anything is touched. */
export function checkVersion({ schema, version }: BackupHead): void {
  const newest = newestMigration(migrationsFolder);
  if (schema <= newest) return;
  const day = (ms: number) => new Date(ms).toISOString();
  throw new BackupFault(
    'TOO_NEW',
    `it is of version ${version} with a schema of ${day(schema)}, and this program knows those until ${day(newest)}. Install that version and restore again.`,
  );
}

/** Refuses a place that is not empty or too small, before anything is touched. */
export async function checkTarget(env: Env, head: BackupHead, disk: Disk): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = env;
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const foreign = isRestoring(dataDir) ? names.filter((name) => !restoredNames.has(name)) : names;
  if (foreign.length > 0)
    throw new BackupFault(
      'NOT_EMPTY',
      `${dataDir} has ${foreign.slice(0, 3).join(', ')}. Choose another DATA_DIR.`,
    );
  if (databaseUrl && head.kind === 'BASE') throw new BackupFault('NEEDS_EMBEDDED');
  if (databaseUrl) await checkEmptyDatabase(databaseUrl);
  if (!isRestoring(dataDir)) await checkEmptyStore(env.FILES_URL);
  await checkRoom(disk, await existingFolder(dataDir), head.databaseBytes + head.fileBytes + spareBytes);
}

async function checkEmptyDatabase(databaseUrl: string): Promise<void> {
  const wire = await openWire(databaseUrl);
  try {
    const [count] = await wire.values(
      "select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    if (count !== '0')
      throw new BackupFault('NOT_EMPTY', `the database of DATABASE_URL has ${count} tables.`);
  } finally {
    wire.close();
  }
}

async function checkEmptyStore(filesUrl: string): Promise<void> {
  const files = createFileStore(filesUrl);
  try {
    for await (const hashes of files.older(-3_600_000))
      if (hashes.length > 0) throw new BackupFault('NOT_EMPTY', `there are files in ${filesUrl}.`);
  } finally {
    await files.close();
  }
}
