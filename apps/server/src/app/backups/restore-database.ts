import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { z } from 'zod';
import { extractBase, loadCopy } from '../../platform/backup/restore-parts.ts';
import type { FoundBackup } from '../../platform/backup/backup-place.ts';
import { ensureAppRole, migrateDatabase, migrationsFolder } from '../../platform/db/migrate.ts';
import { connectionOf } from '../../platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/postgres.ts';
import { restoreCluster } from '../../platform/embedded/restored-cluster.ts';
import type { Env } from '../env.ts';

export interface RestoredDatabase {
  /** As its owner. */
  url: string;
  stop(): Promise<void>;
}

type Found = FoundBackup & { place: string };

/** Writes the database of a backup and opens it, brought to the schema of this program. */
export async function restoreDatabase(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  found: Found,
  within: readonly string[],
): Promise<RestoredDatabase> {
  const dataDir = join(env.DATA_DIR, 'pg');
  const place = { dataDir, log: () => {}, within };
  if (found.head.kind === 'BASE') await restoreCluster(place, (folder) => extractBase(found, folder));
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres(place);
  try {
    if (found.head.kind === 'COPY') await loadRows(database.url, found);
    await migrateDatabase(database.url);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Makes the schema of the backup, which may be older than that of the program, and loads its rows. */
async function loadRows(url: string, found: Found): Promise<void> {
  const folder = migrationsUntil(found.head.schema);
  const [address, socket] = connectionOf(url);
  const owner = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    await ensureAppRole(owner);
    await migrate(drizzle(owner), { migrationsFolder: folder });
  } finally {
    await owner.end({ timeout: 5 });
    rmSync(folder, { recursive: true, force: true });
  }
  await loadCopy(found, url);
}

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });

/** A copy of the migrations without the later ones. */
function migrationsUntil(schema: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = journalSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entries = journal.entries.filter(({ when }) => when <= schema);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return folder;
}
