import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createAccount } from '../../apps/server/src/entities/people/account-service.ts';
import { createCompany } from '../../apps/server/src/entities/people/company-service.ts';
import { inScope, createDb } from '../../apps/server/src/platform/db/db.ts';
import { newSecret } from '../../apps/server/src/platform/runtime/ids.ts';
import {
  demoAccounts,
  fleetFile,
  isDemoWorld,
  keepDemoPassword,
  liftFile,
  passwordFile,
  type SeedOptions,
} from '../../seeds/main.ts';
import { isEmpty } from '../../seeds/demo/demo-world.ts';
import { seedInChild } from './seed-in-child.ts';

export type World = {
  /** The accounts to print; for an existing world its initial accounts. */
  accounts: { username: string; kind: string }[];
  /** Undefined when the password file is missing. */
  password: string | undefined;
  /** The robots to simulate, if the database is the demo world; its release key is trusted in no other. */
  fleet: string | undefined;
  /** The controllers of elevators to simulate. */
  lifts: string | undefined;
};

/** Fills an empty database with the demo world, or with the super admin alone. Does not change another database. */
export async function ensureWorld(
  options: SeedOptions & { empty: boolean },
  signal?: AbortSignal,
): Promise<World> {
  const { dataDir, empty } = options;
  if (empty) await ensureSuperAdmin(options);
  else if (await isEmptyDatabase(options)) await seedInChild(options, signal);
  await keepDemoPassword(options);
  const isDemo = await isDemoWorld(options);
  return {
    accounts: isDemo ? demoAccounts : demoAccounts.slice(0, 1),
    password: existsSync(passwordFile(dataDir)) ? readFileSync(passwordFile(dataDir), 'utf8') : undefined,
    fleet: isDemo ? fleetFile(dataDir) : undefined,
    lifts: isDemo && existsSync(liftFile(dataDir)) ? liftFile(dataDir) : undefined,
  };
}

async function isEmptyDatabase({ databaseUrl }: Pick<SeedOptions, 'databaseUrl'>): Promise<boolean> {
  const db = createDb(databaseUrl, { connections: 1 });
  try {
    return await isEmpty(db);
  } finally {
    await db.close();
  }
}

/** An arbitrary number, the same in every process of an installation. */
const superAdminLock = 7_353_215;

/**
 * Adds the provider and its super admin to an empty database. Of servers that start together one adds them. Returns whether
 * it was this one; its password is in `passwordFile`.
 */
export async function ensureSuperAdmin({
  databaseUrl,
  dataDir,
  password = newSecret().slice(0, 16),
}: Pick<SeedOptions, 'databaseUrl' | 'dataDir' | 'password'>): Promise<boolean> {
  const db = createDb(databaseUrl, { connections: 2 });
  const now = () => new Date();
  try {
    return await inScope(db, '*', async (tx) => {
      await tx.raw('select pg_advisory_xact_lock($1)', [superAdminLock]);
      if ((await tx.raw('select from accounts limit 1')).length > 0) return false;
      writeFileSync(passwordFile(dataDir), password, { mode: 0o600 });
      const provider = await createCompany(tx, now, 'system', { name: 'Sweepline', type: 0, parentId: null });
      const admin = { companyId: provider.id, username: 'admin', nickname: 'Administrator', password };
      await createAccount(tx, now, 'system', { ...admin, roleType: 1 });
      return true;
    });
  } finally {
    await db.close();
  }
}
