import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInstallationVault } from '../apps/server/src/app/device-keys.ts';
import { readEnv } from '../apps/server/src/app/env.ts';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { createFileStore } from '../apps/server/src/platform/files/files.ts';
import { newSecret } from '../apps/server/src/platform/runtime/ids.ts';
import type { CardBooks } from './demo/build-cards.ts';
import {
  buildDemoWorld,
  changeDemoPassword,
  isEmpty,
  type DemoOptions,
  type DemoWorld,
} from './demo/demo-world.ts';
import type { FleetEntry } from './demo/build-fleet.ts';
import { manyDevices, seedManyDevices, smallFleet } from './many-devices.ts';

export { demoAccounts } from './demo/demo-world.ts';

/** Where the simulator finds its robots and their secrets. */
export const fleetFile = (dataDir: string) => join(dataDir, 'sim', 'fleet.json');
/** Where the simulator keeps the state of robots and operator: `--state` of `npm run sim`. */
export const simulatorState = (dataDir: string) => join(dataDir, 'sim', 'state');
const operatorFolder = (dataDir: string) => join(simulatorState(dataDir), 'operator');
/** Where the demo's password is kept for the next start, when nobody chose one. */
export const passwordFile = (dataDir: string) => join(dataDir, 'demo-password');

export interface SeedOptions {
  databaseUrl: string;
  filesUrl: string;
  dataDir: string;
  /** Of every demo account; without it a random one is made. */
  password?: string | undefined;
  /** What seals activation codes; without it the data folder keeps one. */
  installationKey?: string | undefined;
}

/** Builds the demo world into an empty database and hands the simulator its robots. Answers undefined where somebody lives already. */
export async function seedDemoWorld(
  options: SeedOptions,
): Promise<(DemoWorld & { password: string }) | undefined> {
  const { databaseUrl, filesUrl, dataDir, installationKey } = options;
  const db = createDb(databaseUrl, { connections: 2, statementTimeoutMs: 60_000 });
  try {
    if (!(await isEmpty(db))) return undefined;
    const files = createFileStore(filesUrl);
    await files.ready();
    const password = options.password ?? newSecret().slice(0, 16);
    const now = () => new Date();
    const vault = await createInstallationVault({ DATA_DIR: dataDir, INSTALLATION_KEY: installationKey });
    const keep: DemoOptions['keep'] = (fleet, books) => {
      writeSecrets(dataDir, fleet, password);
      writeBooks(dataDir, books);
    };
    const world = await buildDemoWorld({ db, files, vault, now, password, keep });
    return { ...world, password };
  } finally {
    await db.close();
  }
}

/** A password that was chosen for this start counts, also where the demo world has been before. */
export async function keepDemoPassword({ databaseUrl, dataDir, password }: SeedOptions): Promise<void> {
  const file = passwordFile(dataDir);
  if (!password || !existsSync(file) || readFileSync(file, 'utf8') === password) return;
  const db = createDb(databaseUrl, { connections: 2 });
  try {
    await changeDemoPassword(db, () => new Date(), password);
    writeFileSync(file, password, { mode: 0o600 });
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

/** What the simulated operator of the SIM cards counted before it is first started. */
function writeBooks(dataDir: string, books: CardBooks) {
  const folder = operatorFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(books), { mode: 0o600 });
}

const scenarios = ['demo', 'small-fleet', 'many-devices'] as const;

/** `npm run seed -- [demo | small-fleet | many-devices] [--devices 100000]`: fills the empty database of DATABASE_URL. */
async function seed(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { devices: { type: 'string' } },
  });
  const scenario = scenarios.find((name) => name === (positionals[0] ?? 'demo'));
  if (!scenario) return `Which one? npm run seed -- ${scenarios.join(' | ')}`;
  const env = readEnv();
  const { DATABASE_URL: databaseUrl, FILES_URL: filesUrl, DATA_DIR: dataDir } = env;
  const installationKey = env.INSTALLATION_KEY;
  if (!databaseUrl) return 'DATABASE_URL says where to: npm start seeds its own database by itself.';

  const chosen = process.env['DEMO_PASSWORD'];
  if (scenario === 'demo') {
    const made = await seedDemoWorld({ databaseUrl, filesUrl, dataDir, password: chosen, installationKey });
    return made ? `Seeded. Password of every account: ${made.password}` : 'Not empty: nothing was changed.';
  }
  const password = chosen ?? newSecret().slice(0, 16);
  const devices = Number(values.devices ?? 100_000);
  const fleet = scenario === 'small-fleet' ? smallFleet : { ...manyDevices, devices };
  await seedManyDevices(databaseUrl, { ...fleet, password });
  return `Seeded ${fleet.devices} devices. Sign in as admin or company.1; password: ${password}`;
}

if (import.meta.main) process.stdout.write(`${await seed()}\n`);
