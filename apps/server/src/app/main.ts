import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { localBus } from '../platform/bus.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { keepFilesSwept } from '../features/files/file-sweep-service.ts';
import { keepErrors } from '../features/error-log/error-trim-service.ts';
import { keepAudit } from '../platform/audit-chain.ts';
import { openDb, type Db } from '../platform/db.ts';
import { openFiles, type FileStore } from '../platform/files.ts';
import { startGateway, type GatewayOptions } from '../robots/gateway.ts';
import { brokerTls } from './broker-tls.ts';
import { buildApp } from './build-app.ts';
import type { Env } from './env.ts';
import { robotsOf } from './robots.ts';
import program from '../../package.json' with { type: 'json' };

const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const hourMs = 3_600_000;

export interface RunningServer {
  /** Where the console is. */
  url: string;
  /** Where robots connect. */
  mqttUrl: string;
  /** Ends everything in order; what memory still holds is written first. */
  stop(): Promise<void>;
}

export interface StartOptions {
  now?: Clock;
  timing?: GatewayOptions['timing'];
  limits?: GatewayOptions['limits'];
}

/** Starts the server on a migrated database: `DATABASE_URL` must be set. Port 0 lets the system choose. */
export async function startServer(
  env: Env,
  { now = systemClock, timing, limits }: StartOptions = {},
): Promise<RunningServer> {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set');
  const logger = pino({ level: env.LOG_LEVEL });
  const bus = localBus((error) => logger.error({ err: error }, 'a listener failed'));
  const db = openDb(env.DATABASE_URL, { connections: env.DB_CONNECTIONS });
  const files = openFiles(env.FILES_URL);

  const stops: (() => Promise<unknown>)[] = [() => db.close()];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const gateway = await startGateway({
      ...{ db, now, bus, log: logger, host: env.MQTT_HOST, port: env.MQTT_PORT },
      ...{
        interfaces: env.MQTT_INTERFACE_NAMES,
        devListener: env.MQTT_DEV_LISTENER,
        installation: env.INSTALLATION,
        autoAdopt: env.DEVICE_AUTO_ADOPT,
      },
      tls: await brokerTls(env, now, logger),
      ...(env.MQTT_URL && { mqttUrl: env.MQTT_URL }),
      ...(timing && { timing }),
      ...(limits && { limits }),
    });
    stops.push(() => gateway.stop());
    const app = await buildApp({
      services: { bus, files, db },
      ...{ robots: robotsOf(gateway), metrics: [gateway.metrics], mqttUrl: gateway.mqttUrl },
      now,
      logger,
      check: env.NODE_ENV !== 'production',
      sessions: { idleMs: env.SESSION_IDLE_HOURS * hourMs, absoluteMs: env.SESSION_MAX_DAYS * 24 * hourMs },
      acceptSessionToken: env.WS_ACCEPT_SESSION_TOKEN,
      trustedProxies: env.TRUSTED_PROXIES,
      ...(env.INITIAL_PASSWORD && { initialPassword: env.INITIAL_PASSWORD }),
      version: program.version,
      consoleFolder,
      ...(env.METRICS_TOKEN && { metricsToken: env.METRICS_TOKEN }),
    });
    stops.push(() => app.close());
    stops.push(...keepHouse(db, files, now, env, logger));
    const url = await app.listen({ host: env.HOST, port: env.PORT });
    return { url, mqttUrl: gateway.mqttUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What is done beside the calls: the audit is sealed, and what is past its time goes. Answers what ends it. */
function keepHouse(
  db: Db,
  files: FileStore,
  now: Clock,
  env: Env,
  logger: Logger,
): (() => Promise<unknown>)[] {
  const fault = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  return [
    keepAudit(db, env.AUDIT_DAYS, fault('the audit could not be sealed')),
    keepErrors(db, now, env.ERROR_LOG_DAYS, fault('the error log could not be trimmed')),
    keepFilesSwept(db, files, now, fault('files could not be swept')),
  ];
}
