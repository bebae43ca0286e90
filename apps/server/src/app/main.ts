import type { FastifyInstance } from 'fastify';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { systemClock, type Clock } from '../platform/runtime/clock.ts';
import type { Bus } from '../platform/socket/bus.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { settleClaims } from '../platform/calls/claim-settlement.ts';
import { createClusterClock } from '../platform/cluster/cluster-clock.ts';
import { createReadiness, type Readiness } from '../platform/http/readiness.ts';
import { createJobMetrics } from '../platform/jobs/job-metrics.ts';
import { createJobWatch, type JobWatch } from '../platform/jobs/job-run.ts';
import { createLogger } from '../platform/runtime/logger.ts';
import { startRestMemory } from '../platform/runtime/rest-memory.ts';
import { createDb, type Db } from '../platform/db/db.ts';
import { createFileStore } from '../platform/files/files.ts';
import type { Hold } from '../entities/installation/hold-state.ts';
import { openGateway, type Gateway, type GatewayOptions } from '../robots/gateway.ts';
import type { Authority } from '../features/devices/identity/certificate-service.ts';
import { conformanceFile, listenForConformance } from '../robots/conformance/conformance-listener.ts';
import { startRevocationWriter } from '../robots/broker/revocation-writer.ts';
import { createBackupMetrics } from '../features/installation/backups/backup-metrics-service.ts';
import { warnOfZones } from '../features/installation/servers/zone-data-service.ts';
import { simOperatorOverHttp } from '../features/stock/network-cards/sim-operator-http-service.ts';
import { readOtaKeys } from '../features/updates/packages/package-signature-service.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { brokerTls } from './broker-tls.ts';
import { buildApp } from './build-app.ts';
import { consoleOptions, sessionLimits } from './console/console-options.ts';
import { deviceCalls } from './device-calls.ts';
import { listenForDevices } from './device-https.ts';
import { createRequestState, joinInstallation } from './installation.ts';
import { startJobsOf } from './job-start.ts';
import { leaveWork, moveBrowsersAway } from './orderly-stop.ts';
import { createDeviceKeys, signingWith, type DeviceKeys } from './device-keys.ts';
import type { Env } from './env.ts';
import { addressWarnings, consoleAddress } from './public-addresses.ts';
import { connectRobots } from './robots.ts';
import { gatewayOptions, robotPorts } from './server-options.ts';
import { createServerFigures } from './server-figures.ts';

export interface RunningServer {
  /** The address of the console. */
  url: string;
  /** The address of the broker. */
  mqttUrl: string;
  /** Leaves the work to other servers if there are any, then stops all parts in order; queued rows are written first. */
  stop(): Promise<void>;
}

export interface StartOptions {
  now?: Clock;
  /** Another server has ended this one; without it the process ends. */
  onEnded?: () => void;
  /** The server answers calls at this address; its robots may not be adopted yet. */
  onListening?: (url: string) => void;
  timing?: GatewayOptions['timing'];
  limits?: GatewayOptions['limits'];
}

function createStores({ DATABASE_URL, DB_CONNECTIONS, FILES_URL }: Env, logger: Logger) {
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set');
  return {
    db: createDb(DATABASE_URL, {
      connections: DB_CONNECTIONS,
      onChange: (away) => logger.warn(away ? 'the database cannot be reached' : 'the database is back'),
    }),
    files: createFileStore(FILES_URL),
  };
}

const clusterClockOf = (machine: Clock, logger: Logger) =>
  createClusterClock(machine, (correctionMs) =>
    logger.warn({ correctionMs }, 'the clock of this machine differs from that of the database'),
  );

/** Starts the server on a migrated database; `DATABASE_URL` must be set. Port 0 lets the system choose. */
export async function startServer(
  values: Env,
  { now: machine = systemClock, ...options }: StartOptions = {},
): Promise<RunningServer> {
  const env = { ...values };
  const logger = createLogger(env.LOG_LEVEL);
  const clock = clusterClockOf(machine, logger);
  const { now } = clock;
  const stores = createStores(env, logger);
  const stops: (() => Promise<unknown>)[] = [() => stores.db.close(), () => stores.files.close()];
  const end = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    // The data folder belongs to one process; a folder or bucket elsewhere may be shared.
    await stores.files.ready({ alone: env.FILES_URL.startsWith(pathToFileURL(env.DATA_DIR).href) });
    const simOperator = simOperatorOf(env);
    const keys = await createDeviceKeys(env, now);
    const tls = await brokerTls(env, now, logger, keys.authority);
    const [figures, watch] = [createServerFigures(stores.db.writers), createJobWatch()];
    stops.push(async () => figures.stop());
    const signs = () => ({ ...figures.read(), runningJobs: watch.running() });
    const { onEnded, onListening } = options;
    const joined = await joinInstallation(env, { db: stores.db, keys, signs, logger, clock, onEnded });
    const { cluster, bus, hold } = joined;
    const readiness = createReadiness({ ...cluster, isDatabaseAway: stores.db.availability.isAway });
    stops.push(joined.close, cluster.leave, moveBrowsersAway(env, joined));
    const parts = { ...stores, now, bus, hold };
    const ofRobots = {
      ...parts,
      ...fencedBy(cluster, stores.db),
      ...signingWith(keys, stores.db, now),
      tls,
      simOperator,
    };
    const gateway = await openGateway({ ...ofRobots, log: logger, ...gatewayOptions(env, hold), ...options });
    stops.push(...(await stopsOf(gateway, env)), cluster.leave);
    figures.ofRobots(gateway);
    const deps = { gateway, cluster, parts, keys, tls, simOperator, logger, readiness, watch };
    const { url, stopJobs } = await startServing(env, stops, { ...deps, onListening });
    readiness.serve();
    const stop = async () => {
      await leaveWork(env, { readiness, bus, cluster, stopJobs });
      await end();
    };
    return { url, mqttUrl: gateway.mqttUrl, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

interface ServingDeps {
  gateway: Gateway;
  cluster: Cluster;
  parts: ReturnType<typeof createStores> & { now: Clock; bus: Bus; hold: Hold };
  keys: DeviceKeys;
  tls: Awaited<ReturnType<typeof brokerTls>>;
  simOperator: ReturnType<typeof simOperatorOf>;
  logger: Logger;
  readiness: Readiness;
  watch: JobWatch;
  onListening: StartOptions['onListening'];
}

/** Starts what serves browsers, people and robots over HTTP, and the background jobs. Returns the address of the console, and what stops the jobs. */
async function startServing(
  env: Env,
  stops: (() => Promise<unknown>)[],
  { gateway, cluster, parts, keys, tls, simOperator, logger, readiness, watch, onListening }: ServingDeps,
): Promise<{ url: string; stopJobs: () => Promise<unknown> }> {
  const [{ now }, { refusals, sshCa }] = [parts, gateway];
  const brokerFor = brokerAddresses(gateway.mqttUrl, robotPorts(env, gateway), env.MQTT_PUBLIC_HOST);
  const connected = connectRobots({ gateway, ...parts, cluster, log: logger });
  stops.push(async () => connected.close());
  const common = { robots: connected.robots, simOperator, vault: keys.vault, logger };
  const shared = { now, ...createRequestState(env, now, { ...parts, vault: keys.vault }) };
  const forRobots = {
    brokerFor,
    refusals,
    keepsDots: gateway.keepsDots,
    otaKeys: readOtaKeys(env.OTA_KEYS),
    sshCa,
  };
  const forVideo = { videos: connected.robots.videos, iceServers: env.ICE_SERVERS };
  const robotCalls = deviceCalls({ ...parts, ...forRobots, ...forVideo, ...keys, ...shared });
  const jobMetrics = createJobMetrics();
  const services = { ...parts, consoleUrl: () => consoleAddress(env) };
  const metrics = [gateway.metrics, jobMetrics.registry, createBackupMetrics(parts.db)];
  const app = await buildApp({
    services,
    ...common,
    metrics,
    robotCalls,
    readiness,
    ...shared,
    ...consoleOptions(env, parts.hold),
  });
  stops.push(
    () => app.close(),
    startRestMemory(() => app.websocketServer.clients.size === 0),
  );
  // Before the first job, which gives a nameless entry to changes without one, and before the first repeated call.
  await settleClaims(parts.db);
  const url = await listen(app, env, logger);
  onListening?.(url);
  await gateway.adopted;
  await warnOfZones(parts.db, now, logger);
  const jobs = { metrics: jobMetrics, watch, sessions: sessionLimits(env) };
  const stopJobs = await startJobsOf(env, { ...parts, ...common, ...jobs });
  stops.push(stopJobs);
  const actsForRobots = env.ROLES.includes('gateway');
  if (env.MQTT_URL && actsForRobots) stops.push(startRevocations(env, parts.db, keys.authority, now, logger));
  if (tls && actsForRobots) stops.push(await listenForDevices(robotCalls, tls, env, shared.limits));
  // Node would do so at the end of the process only, and a server that is killed would start as slowly the next time.
  flushCompileCache();
  return { url, stopJobs };
}

/** The gateway writes only about robots that this server owns. */
const fencedBy = (cluster: Cluster, db: Db) => ({ db: { ...db, fence: cluster.fence }, ownership: cluster });

/** An outside broker does not query the server about certificates; it reads the revocation list. */
const startRevocations = (env: Env, db: Db, authority: Authority, now: Clock, logger: Logger) =>
  startRevocationWriter({ db, authority, file: join(env.DATA_DIR, 'keys', 'device-crl.pem'), now }, (error) =>
    logger.error({ err: error }, 'the revocation list could not be written'),
  );

/** Opens the access of the conformance tool. Returns what stops it and the gateway. */
const stopsOf = async (gateway: Gateway, { DATA_DIR }: Env) => [
  () => gateway.stop(),
  await listenForConformance(gateway.openTest, conformanceFile(DATA_DIR)),
];

/** Opens the port of the console. Returns its address. */
async function listen(app: FastifyInstance, env: Env, logger: Logger): Promise<string> {
  const url = await app.listen({ host: env.HOST, port: env.PORT });
  // The port that the system chose: addresses for vehicles contain it.
  env.PORT ||= Number(new URL(url).port);
  for (const warning of addressWarnings(env)) logger.warn(warning);
  return url;
}

const simOperatorOf = (env: Env) =>
  env.SIM_OPERATOR_URL ? simOperatorOverHttp(env.SIM_OPERATOR_URL, env.SIM_OPERATOR_TOKEN) : undefined;
