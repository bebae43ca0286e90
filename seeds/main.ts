import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInstallationVault } from '../apps/server/src/app/device-keys.ts';
import { readEnv } from '../apps/server/src/app/env.ts';
import { hashSecret } from '../apps/server/src/features/devices/identity/credential-service.ts';
import { createDb, inScope } from '../apps/server/src/platform/db/db.ts';
import { createFileStore } from '../apps/server/src/platform/files/files.ts';
import { newSecret } from '../apps/server/src/platform/runtime/ids.ts';
import type { CardRecords } from './demo/build-cards.ts';
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

/** File of the simulator with its robots and their secrets. */
export const fleetFile = (dataDir: string) => join(dataDir, 'sim', 'fleet.json');
/** File of the simulator with its controllers of elevators and their secrets. */
export const liftFile = (dataDir: string) => join(dataDir, 'sim', 'lifts.json');
/** State folder of the simulator: `--state` of `npm run sim`. */
export const simulatorState = (dataDir: string) => join(dataDir, 'sim', 'state');
const operatorFolder = (dataDir: string) => join(simulatorState(dataDir), 'operator');
/** File with the password of the demo accounts, for the next start. */
export const passwordFile = (dataDir: string) => join(dataDir, 'demo-password');

export interface SeedOptions {
  databaseUrl: string;
  filesUrl: string;
  dataDir: string;
  /** Password of every demo account; a random one by default. */
  password?: string | undefined;
  /** Seals activation codes; by default a key in the data folder. */
  installationKey?: string | undefined;
}

/** Builds the demo world and writes the robots of the simulator. Returns undefined when the database is not empty. */
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
    const keep: DemoOptions['keep'] = (fleet, records, lifts) => {
      writeSecrets(dataDir, fleet, password);
      writeFileSync(liftFile(dataDir), JSON.stringify(lifts, null, 2), { mode: 0o600 });
      writeRecords(dataDir, records);
    };
    const world = await buildDemoWorld({ db, files, vault, now, password, keep });
    return { ...world, password };
  } finally {
    await db.close();
  }
}

/** Applies the password of this start to an existing demo world. */
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

/**
 * Whether the database is the demo world of this data folder: a robot's secret in the folder belongs to a robot in the database. A
 * folder of the demo beside another database is no demo world.
 */
export async function isDemoWorld({
  databaseUrl,
  dataDir,
}: Pick<SeedOptions, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  if (!existsSync(fleetFile(dataDir))) return false;
  const fleet = JSON.parse(readFileSync(fleetFile(dataDir), 'utf8')) as FleetEntry[];
  const hashes = fleet.map(({ password }) => hashSecret(password));
  const db = createDb(databaseUrl, { connections: 2 });
  try {
    const found = 'select from devices where secret_hash = any($1) limit 1';
    return await inScope(db, '*', async (tx) => (await tx.raw(found, [hashes])).length > 0, {
      readOnly: true,
    });
  } finally {
    await db.close();
  }
}

/** Writes the secrets, readable only by the user that runs the program. */
function writeSecrets(dataDir: string, fleet: readonly FleetEntry[], password: string) {
  mkdirSync(join(dataDir, 'sim'), { recursive: true, mode: 0o700 });
  writeFileSync(fleetFile(dataDir), JSON.stringify(fleet, null, 2), { mode: 0o600 });
  writeFileSync(passwordFile(dataDir), password, { mode: 0o600 });
}

/** Writes the initial usage records of the simulated SIM operator. */
function writeRecords(dataDir: string, records: CardRecords) {
  const folder = operatorFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(records), { mode: 0o600 });
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

  const demoPassword = process.env['DEMO_PASSWORD'];
  if (scenario === 'demo') {
    const world = await seedDemoWorld({
      databaseUrl,
      filesUrl,
      dataDir,
      password: demoPassword,
      installationKey,
    });
    return world ? `Seeded. Password of every account: ${world.password}` : 'Not empty: nothing was changed.';
  }
  const password = demoPassword ?? newSecret().slice(0, 16);
  const devices = Number(values.devices ?? 100_000);
  const fleet = scenario === 'small-fleet' ? smallFleet : { ...manyDevices, devices };
  await seedManyDevices(databaseUrl, { ...fleet, password });
  return `Seeded ${fleet.devices} devices. Sign in as admin or company.1; password: ${password}`;
}

if (import.meta.main) process.stdout.write(`${await seed()}\n`);
