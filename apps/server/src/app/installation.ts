import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { joinCluster, type Cluster } from '../platform/cluster/cluster.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import type { Db } from '../platform/db/db.ts';
import type { Vault } from '../platform/files/vault.ts';
import { createBus, type Bus } from '../platform/socket/bus.ts';
import program from '../../package.json' with { type: 'json' };
import type { Env } from './env.ts';

interface InstallationDeps {
  db: Db;
  vault: Vault;
  logger: Logger;
  /** Another server has ended this one; without it the process ends. */
  onEnded: (() => void) | undefined;
}

/** `EX_TEMPFAIL`: the supervisor of the process starts it again, and it joins as a new server. */
const endedExitCode = 75;

/** The robots of this server belong to others now. What it still holds in memory must reach neither them nor the database. */
function endProcess(logger: Logger): never {
  logger.fatal('another server has taken over; this process ends');
  process.exit(endedExitCode);
}

/** Joins the servers of the installation: the owners of robots, and with an outside broker their messages. */
export async function joinInstallation(
  { MQTT_URL: url, INSTALLATION: installation, ROLES: roles }: Env,
  { db, vault, logger, onEnded = () => endProcess(logger) }: InstallationDeps,
): Promise<{ cluster: Cluster; bus: Bus; close: () => Promise<void> }> {
  const cluster = await joinCluster({
    db,
    log: logger,
    identity: { name: `${hostname()} ${process.pid}`, version: program.version, roles },
    isAlone: url === undefined,
    onEnded,
  });
  const key = vault.keyFor('bus');
  const remote = url
    ? await connectRemoteBus({ url, installation, serverId: cluster.id, key, log: logger })
    : undefined;
  const bus = createBus((error) => logger.error({ err: error }, 'a listener failed'), remote);
  return { cluster, bus, close: async () => void (await remote?.close()) };
}
