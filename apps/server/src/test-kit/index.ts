import { randomUUID } from 'node:crypto';
import type { OtaKey } from '@sweepline/contract/robot';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { buildApp, type AppDeps } from '../app/build-app.ts';
import { connectRobots } from '../app/robots.ts';
import type { Robots } from '../robots-port/robots.ts';
import { oneServer } from './one-server.ts';
import { rightsChanged } from '../features/people/auth/session-service.ts';
import { localBus } from '../platform/socket/bus.ts';
import { settableClock } from '../platform/runtime/clock.ts';
import { createFileStore } from '../platform/files/files.ts';
import { createLogger } from '../platform/runtime/logger.ts';
import { createRequestLimits, type RequestLimitOptions } from '../platform/limits/request-limits.ts';
import { startGateway, type GatewayOptions } from '../robots/gateway.ts';
import { builders } from './builders/builders.ts';
import { codeBuilders } from './builders/code-builders.ts';
import { makeDatabase } from './database.ts';
import { createShellSecrets } from '../robots/shell/shell-secrets.ts';
import { robotSide, testKeys } from './keys.ts';
import { populate } from './people.ts';
import { senders } from './send.ts';

export { companyIds, password, people, type Person } from './people.ts';
export { square } from './square.ts';
export { logIn, signIn } from './sign-in.ts';

export const startedAt = '2030-01-02T03:04:05.000Z';

type AppOptions = Partial<
  Pick<
    AppDeps,
    | 'timeoutMs'
    | 'sessions'
    | 'fileQuotaBytes'
    | 'consoleFolder'
    | 'mapAccount'
    | 'simOperator'
    | 'releaseKeys'
    | 'mailFrom'
    | 'publicUrl'
    | 'socketLimits'
    | 'trustedProxies'
    | 'webhookHosts'
    | 'speech'
  >
>;
interface Listener extends Pick<GatewayOptions, 'devListener' | 'autoAdopt' | 'media' | 'mqttUrl'> {
  requestLimits?: RequestLimitOptions;
  /** The keys that robots trust for packages. */
  otaKeys?: readonly OtaKey[];
  /** By default a folder of its own. */
  filesUrl?: string;
}

/** A whole server with its own database and broker, and a clock that only tests change. Tests use it through calls, like the console. */
export async function startServer(
  options: AppOptions = {},
  { requestLimits, otaKeys = [], filesUrl, ...listener }: Listener = {},
) {
  const database = await makeDatabase();
  const folder = await mkdtemp(join(inject('filesFolder'), 'server-'));
  const [{ db }, clock] = [database, settableClock(startedAt)];
  const faults: unknown[] = [];
  const destination = { write: (line: string) => void faults.push(JSON.parse(line)) };
  const logger = createLogger('error', { destination, repeatMs: 0 });
  const bus = localBus((error) => faults.push(error));
  const files = createFileStore(filesUrl ?? pathToFileURL(folder).href);
  const mqttUrl = process.env['MQTT_URL'];
  const installation = `test-${randomUUID().slice(0, 8)}`;
  const gateway = await startGateway({
    db,
    files,
    now: clock,
    bus,
    log: logger,
    port: 0,
    installation,
    shellSecrets: createShellSecrets(db, (await testKeys()).vault, clock),
    ...(mqttUrl && { mqttUrl }),
    ...listener,
    timing: { tickMs: 50 },
  });
  const requests = {
    limits: createRequestLimits(clock, { refusalDelay: { delayMs: 0, maxDelayed: 0 }, ...requestLimits }),
    uploadFolder: join(folder, 'uploads'),
  };
  const videos: Pick<Robots['videos'], 'publish' | 'unpublish'> = {
    publish: (offer) => robots.robots.videos.publish(offer),
    unpublish: (stream) => robots.robots.videos.unpublish(stream),
  };
  const ofRobots = { db, files, now: clock, bus, limits: requests.limits, otaKeys, videos };
  const side = await robotSide(ofRobots, gateway);
  const robots = connectRobots({ gateway, db, bus, now: clock, cluster: oneServer, log: logger });
  const app = await buildApp({
    services: { bus, files, db, consoleUrl: () => 'https://console.example' },
    robots: robots.robots,
    ...side,
    now: clock,
    logger,
    check: true,
    ...requests,
    sessions: { idleMs: 12 * 3_600_000, absoluteMs: 7 * 24 * 3_600_000 },
    acceptSessionToken: true,
    metricsToken: 'metrics-token-of-the-tests',
    version: '0.0.0',
    fileQuotaBytes: 1024 ** 3,
    ...options,
  });
  await populate(db, clock);

  return {
    ...builders(db, files, clock),
    ...codeBuilders(db, clock, side.vault),
    ...senders((request) => app.inject(request)),
    db,
    app,
    vault: side.vault,
    ...requests,
    bus,
    files,
    gateway,
    robots: robots.robots,
    clock,
    /** The path of stored content, for tests that damage it. */
    pathOfFile: (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256),
    /** The logged errors. */
    faults,
    /** Restores the state of the start: the same accounts, nothing else. */
    reset: async () => {
      clock.set(startedAt);
      // It disconnects robots where the clock was set back: those of the former test, and not of the next one.
      gateway.tick();
      faults.length = 0;
      await database.reset(() => populate(db, clock));
      bus.publish(rightsChanged, {});
    },
    asOwner: database.asOwner,
    /** For a command that connects to the database itself. */
    databaseUrl: database.url,
    stop: async () => {
      await app.close();
      await gateway.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startServer>>;
