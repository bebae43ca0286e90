import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readEnv } from '../apps/server/src/app/env.ts';
import { freePort } from './start/free-port.ts';
import { greet } from './start/greeting.ts';
import { runUntilStopped } from './start/lifetime.ts';
import { prepare } from './start/prepare.ts';
import { startRobots } from './start/robots.ts';
import { step } from './start/say.ts';
import { stopChild } from './start/stop-child.ts';
import { ensureWorld } from './start/world.ts';

const root = join(import.meta.dirname, '..');

/** Starts the same as `npm start`, with reload of the server and hot updates of the console on every change. */
await runUntilStopped(async (lifetime) => {
  const env = readEnv({ LOG_LEVEL: 'info', NODE_ENV: 'development', ...process.env });
  const { databaseUrl, lock } = await prepare(lifetime, env);
  const { DATA_DIR: dataDir, FILES_URL: filesUrl, INSTALLATION_KEY: installationKey } = env;
  const password = process.env['DEMO_PASSWORD'] || undefined;
  const world = await step('World', () =>
    ensureWorld({ databaseUrl, filesUrl, dataDir, password, installationKey, empty: false }, lifetime.signal),
  );

  const console = await freePort(env.PORT, env.HOST);
  const api = await freePort(console + 1);
  const mqtt = await freePort(env.MQTT_PORT, env.MQTT_HOST);
  const address = `http://127.0.0.1:${api}`;
  const run = (cwd: string, args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    lifetime.onStop(() => stopChild(child));
  };
  run(root, ['--watch', '--watch-preserve-output', 'scripts/dev/serve.ts'], {
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    PORT: `${api}`,
    MQTT_PORT: `${mqtt}`,
  });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(join(root, 'apps', 'console'), [vite, '--port', `${console}`, '--strictPort'], { SERVER_URL: address });
  if (world.fleet) {
    const connectionArgs = [
      '--fleet',
      world.fleet,
      '--url',
      env.MQTT_URL ?? `mqtt://127.0.0.1:${mqtt}`,
      '--http',
      address,
    ];
    const robots = startRobots(['run', ...connectionArgs], join(dataDir, 'sim', 'robots.log'));
    lifetime.onStop(robots.stop);
  }
  lock.setAddress(`http://localhost:${console}`);
  greet(`http://localhost:${console}`, world);
});
