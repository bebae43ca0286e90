import { existsSync, readFileSync } from 'node:fs';
import { readServeEnv } from '../apps/server/src/app/env.ts';
import { startServer } from '../apps/server/src/app/main.ts';
import { passwordFile } from '../seeds/main.ts';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { runUntilStopped } from './start/lifetime.ts';
import { prepare } from './start/prepare.ts';
import { say, step } from './start/say.ts';
import { ensureSuperAdmin } from './start/world.ts';

/** Starts one server of an installation, without embedded services. Several stand behind a load balancer. */
await runUntilStopped(async (lifetime) => {
  const { signal, onStop } = lifetime;
  const baseEnv = readServeEnv();
  const { databaseUrl, lock } = await prepare(lifetime, baseEnv);
  const env = { ...baseEnv, DATABASE_URL: databaseUrl };
  if (env.ROLES.includes('api') && !isConsoleBuilt()) await step('Console', () => buildConsole(signal));
  signal.throwIfAborted();
  const isFirst = await ensureSuperAdmin({
    databaseUrl,
    dataDir: env.DATA_DIR,
    password: process.env['DEMO_PASSWORD'] || undefined,
  });
  signal.throwIfAborted();
  const server = await step('Server', () => startServer(env));
  onStop(server.stop);
  lock.setAddress(server.url);
  say(`\nThis server does ${env.ROLES.join(', ')} at ${server.url}`);
  const file = passwordFile(env.DATA_DIR);
  if (isFirst && existsSync(file)) say(`\n  admin  super admin; password: ${readFileSync(file, 'utf8')}`);
});
