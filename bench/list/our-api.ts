import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp } from '../../apps/server/src/app/build-app.ts';
import { connectRobots } from '../../apps/server/src/app/robots.ts';
import { oneServer } from '../../apps/server/src/test-kit/one-server.ts';
import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { systemClock } from '../../apps/server/src/platform/runtime/clock.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { createFileStore } from '../../apps/server/src/platform/files/files.ts';
import { createRequestLimits } from '../../apps/server/src/platform/limits/request-limits.ts';
import { createVault } from '../../apps/server/src/platform/files/vault.ts';
import { startGateway } from '../../apps/server/src/robots/gateway.ts';

export interface Databases {
  api: string;
  /** An empty database: otherwise the gateway marks the absent fleet as offline while the bench measures. */
  gateway: string;
  /** Limits of robots; those of production by default. */
  robotLimits?: { ratePerSecond: number; burst: number };
  /** URL of the file store, if files are read. */
  files?: string;
  /** Number of trusted proxies: the bench simulates many client addresses. */
  trustedProxies?: number;
}

/** The API and the sockets as in production, with an idle gateway, and the bus behind them. */
export async function startApi({ api, gateway: empty, files, robotLimits, trustedProxies = 0 }: Databases) {
  const complain = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
  const bus = localBus(complain);
  const [db, gatewayDb] = [createDb(api), createDb(empty, { connections: 2 })];
  const log = { info: () => {}, warn: complain, error: complain };
  const limits = robotLimits && { limits: robotLimits };
  const gateway = await startGateway({ db: gatewayDb, now: systemClock, bus, log, port: 0, ...limits });
  const { robots } = connectRobots({ gateway, db, bus, cluster: oneServer, now: systemClock, log });
  const hours = 3_600_000;
  const app = await buildApp({
    services: { bus, db, files: createFileStore(files ?? pathToFileURL(tmpdir()).href) },
    robots,
    vault: createVault(randomBytes(32)),
    // No robots connect.
    robotCalls: async () => {},
    now: systemClock,
    limits: createRequestLimits(systemClock, { trustedProxies }),
    uploadFolder: await mkdtemp(join(tmpdir(), 'sweepline-uploads-')),
    fileQuotaBytes: 1024 ** 4,
    check: false,
    sessions: { idleMs: 12 * hours, absoluteMs: 168 * hours },
    acceptSessionToken: true,
    trustedProxies,
    version: 'bench',
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    bus,
    db,
    mqttPort: Number(new URL(gateway.mqttUrl).port),
    port: Number(new URL(url).port),
    stop: async () => {
      await app.close();
      await gateway.stop();
      await Promise.all([db.close(), gatewayDb.close()]);
    },
  };
}
