import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv, type Env } from '../apps/server/src/app/env.ts';
import { startServer } from '../apps/server/src/app/main.ts';
import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { freePort } from './start/free-port.ts';
import { greet } from './start/greeting.ts';
import { runUntilStopped } from './start/lifetime.ts';
import { prepare } from './start/prepare.ts';
import { startRobots } from './start/robots.ts';
import { demoKeyEntry } from '../seeds/demo/updates/demo-release-key.ts';
import { simulatorState } from '../seeds/main.ts';
import { say, step } from './start/say.ts';
import { ensureWorld } from './start/world.ts';

/** First port for the simulated operator of the demo robots' SIM cards. */
const firstOperatorPort = 8190;

/** Starts everything on one machine: console, server with its broker, database, demo world, simulated robots. */
await runUntilStopped(async (lifetime) => {
  const { signal, onStop } = lifetime;
  const { values: options } = parseArgs({ options: { empty: { type: 'boolean', default: false } } });
  const baseEnv = readEnv({ LOG_LEVEL: 'warn', ...process.env });

  const { databaseUrl, lock } = await prepare(lifetime, baseEnv);
  const env = { ...baseEnv, DATABASE_URL: databaseUrl };
  if (!isConsoleBuilt()) await step('Console', () => buildConsole(signal));
  signal.throwIfAborted();

  const { FILES_URL: filesUrl, DATA_DIR: dataDir, INSTALLATION_KEY: installationKey } = env;
  const password = process.env['DEMO_PASSWORD'] || undefined;
  const seed = { databaseUrl, filesUrl, dataDir, password, installationKey, empty: options.empty };
  const world = await step('World', () => ensureWorld(seed, signal));
  signal.throwIfAborted();

  const PORT = await portFor(env.PORT, env.HOST);
  const MQTT_PORT = env.MQTT_URL ? env.MQTT_PORT : await portFor(env.MQTT_PORT, env.MQTT_HOST);
  // The demo robots include a simulated operator for their SIM cards.
  const operatorPort = world.fleet && !env.SIM_OPERATOR_URL ? await freePort(firstOperatorPort) : undefined;
  const demo = demoServices(env, world.fleet !== undefined, operatorPort);
  const server = await step('Server', () => startServer({ ...env, ...demo, PORT, MQTT_PORT }));
  onStop(server.stop);
  lock.setAddress(server.url);
  signal.throwIfAborted();

  if (world.fleet) {
    const speedup = process.env['SIM_SPEEDUP'] ? ['--speedup', process.env['SIM_SPEEDUP']] : [];
    const state = simulatorState(env.DATA_DIR);
    const connectionArgs = [
      '--fleet',
      world.fleet,
      '--state',
      state,
      '--url',
      server.mqttUrl,
      '--http',
      server.url,
    ];
    const operatorArgs = operatorPort ? ['--operator-port', `${operatorPort}`] : [];
    const robots = startRobots(
      ['run', ...connectionArgs, ...speedup, ...operatorArgs],
      join(env.DATA_DIR, 'sim', 'robots.log'),
    );
    onStop(robots.stop);
  }
  if (world.lifts) {
    const lifts = startRobots(
      ['lift', '--fleet', world.lifts, '--url', server.mqttUrl],
      join(env.DATA_DIR, 'sim', 'lifts.log'),
    );
    onStop(lifts.stop);
  }
  greet(server.url, world);
});

/** The preferred port, or the next free one, which is printed. */
async function portFor(preferred: number, host: string): Promise<number> {
  const port = await freePort(preferred, host);
  if (port !== preferred) say(`  Port ${preferred} is taken; using ${port}.`);
  return port;
}

/** The services and keys of the demo world, where the operator of this installation has set none. */
function demoServices({ SIM_OPERATOR_URL, OTA_KEYS }: Env, hasFleet: boolean, operatorPort?: number) {
  return {
    SIM_OPERATOR_URL: operatorPort ? `http://127.0.0.1:${operatorPort}` : SIM_OPERATOR_URL,
    OTA_KEYS: OTA_KEYS ?? (hasFleet ? demoKeyEntry() : undefined),
  };
}
