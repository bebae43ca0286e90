import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../apps/server/src/app/env.ts';
import { openDb } from '../apps/server/src/platform/db.ts';
import { openFiles } from '../apps/server/src/platform/files.ts';
import { newSecret } from '../apps/server/src/platform/ids.ts';
import { buildDemoWorld, isEmpty, type DemoWorld } from './demo/demo-world.ts';
import type { FleetEntry } from './demo/build-fleet.ts';

export { demoAccounts } from './demo/demo-world.ts';

/** Where the simulator finds its robots and their secrets. */
export const fleetFile = (dataDir: string) => join(dataDir, 'sim', 'fleet.json');
/** Where the demo's password is kept for the next start, when nobody chose one. */
export const passwordFile = (dataDir: string) => join(dataDir, 'demo-password');

export interface SeedOptions {
  databaseUrl: string;
  filesUrl: string;
  dataDir: string;
  /** Of every demo account; without it a random one is made. */
  password?: string | undefined;
}

/** Builds the demo world into an empty database and hands the simulator its robots. Answers undefined where somebody lives already. */
export async function seedDemoWorld(
  options: SeedOptions,
): Promise<(DemoWorld & { password: string }) | undefined> {
  const { databaseUrl, filesUrl, dataDir } = options;
  const db = openDb(databaseUrl, { connections: 2, statementTimeoutMs: 60_000 });
  try {
    if (!(await isEmpty(db))) return undefined;
    const password = options.password ?? newSecret().slice(0, 16);
    const now = () => new Date();
    const keep = (fleet: readonly FleetEntry[]) => writeSecrets(dataDir, fleet, password);
    const world = await buildDemoWorld({ db, files: openFiles(filesUrl), now, password, keep });
    return { ...world, password };
  } finally {
    await db.close();
  }
}

/** Readable by whoever runs the program and nobody else. */
function writeSecrets(dataDir: string, fleet: readonly FleetEntry[], password: string) {
  mkdirSync(join(dataDir, 'sim'), { recursive: true, mode: 0o700 });
  writeFileSync(fleetFile(dataDir), JSON.stringify(fleet, null, 2), { mode: 0o600 });
  writeFileSync(passwordFile(dataDir), password, { mode: 0o600 });
}

if (import.meta.main) {
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new Error('DATABASE_URL says where to: npm start seeds its own database by itself.');
  const made = await seedDemoWorld({
    databaseUrl: env.DATABASE_URL,
    filesUrl: env.FILES_URL,
    dataDir: env.DATA_DIR,
    password: process.env['DEMO_PASSWORD'],
  });
  process.stdout.write(
    made ? `Seeded. Password of every account: ${made.password}\n` : 'Not empty: nothing was changed.\n',
  );
}
