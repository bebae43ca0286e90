import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Aedes } from 'aedes';
import { newAuthority } from '../../apps/server/src/features/devices/identity/certificate-service.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { populate } from '../../apps/server/src/test-kit/people.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startLoad } from './rolling-load.ts';
import { createServed, type Served } from './served.ts';
import { startEvents } from './rolling-events.ts';

interface RollingOptions {
  db: Db;
  databaseUrl: string;
  /** An empty folder. */
  folder: string;
  /** Restarts of each of the two servers. */
  restarts: number;
  say: (line: string) => void;
}

/**
 * Restarts two servers behind a load balancer in turn, while users call, a page receives pushes and robots report events. Returns
 * what was lost.
 */
export async function rollingRestart({ db, databaseUrl, folder, restarts, say }: RollingOptions) {
  await populate(db, () => new Date());
  const broker = await startBroker();
  const servers = await Promise.all(
    ['first', 'second'].map(async (name) =>
      createServed(await valuesOf(folder, name, databaseUrl, broker.url)),
    ),
  );
  const balancer = await startBalancer(servers.map(({ url }) => url));
  const stops: (() => unknown)[] = [broker.stop, balancer.stop];
  const gap = watchOwners(db);
  let maxStopMs = 0;
  try {
    for (const server of servers) {
      await server.start();
      stops.push(() => server.stop('SIGKILL'));
      await untilReady(balancer, server);
    }
    const load = startLoad(balancer.url);
    const events = await startEvents(db, broker.url);
    await load.start();
    gap.start();
    for (let round = 1; round <= restarts; round += 1) {
      for (const server of servers) {
        const { code, durationMs } = await server.stop();
        if (code !== 0) throw new Error(`a server ended with ${code}`);
        maxStopMs = Math.max(maxStopMs, durationMs);
        await server.start();
        await untilReady(balancer, server);
      }
      say(`${round} × 2 restarts: ${JSON.stringify({ ...load.figures(), ...events.figures() })}`);
    }
    await load.stop();
    await events.stop();
    return {
      ...load.figures(),
      ...(await events.result()),
      maxStopMs: Math.round(maxStopMs),
      maxWithoutOwnerMs: Math.round(gap.stop()),
    };
  } finally {
    gap.stop();
    for (const stop of stops.toReversed()) await stop();
  }
}

/** A broker in this process, of neither server. */
export async function startBroker() {
  const broker = await Aedes.createBroker();
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening server has an address.
  const { port } = listener.address() as AddressInfo;
  const stop = async () => {
    await new Promise<void>((done) => broker.close(done));
    listener.close();
  };
  return { url: `mqtt://127.0.0.1:${port}`, stop };
}

/** The environment of one server of an installation in `folder`. */
export async function valuesOf(folder: string, name: string, databaseUrl: string, mqttUrl: string) {
  const authority = join(folder, 'device-ca.pem');
  const files = join(folder, 'shared-files');
  mkdirSync(files, { recursive: true });
  if (name === 'first') writeFileSync(authority, await newAuthority(new Date()));
  return {
    DATABASE_URL: databaseUrl,
    MQTT_URL: mqttUrl,
    FILES_URL: pathToFileURL(files).href,
    DATA_DIR: join(folder, name),
    WS_ACCEPT_SESSION_TOKEN: '1',
    INSTALLATION_KEY: Buffer.alloc(32, 7).toString('base64url'),
    DEVICE_CA_CERT: authority,
    DEVICE_CA_KEY: authority,
    DRAIN_SECONDS: '2',
  };
}

/** Also gives the server the time to take its robots, as an update of many servers does. */
async function untilReady(balancer: Balancer, { url }: Served): Promise<void> {
  while (!balancer.isReady(url)) await pause(100);
  await pause(2_000);
}

const pollMs = 50;

/** Measures the longest time in which some robots had no owner. */
function watchOwners(db: Db) {
  let maxGapMs = 0;
  let sinceMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const free = await inScope(
      db,
      '*',
      (tx) => tx.raw('select from shards where server_id is null limit 1', []),
      {
        readOnly: true,
      },
    );
    const nowMs = performance.now();
    if (free.length === 0) sinceMs = undefined;
    else sinceMs ??= nowMs;
    if (sinceMs !== undefined) maxGapMs = Math.max(maxGapMs, nowMs - sinceMs);
  };
  return {
    start: (): void => void (timer = setInterval(() => void look().catch(() => {}), pollMs)),
    stop: (): number => {
      clearInterval(timer);
      return maxGapMs;
    },
  };
}
