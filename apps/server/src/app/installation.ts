import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { followHold, type Hold } from '../entities/installation/hold-state.ts';
import { joinCluster, type Cluster } from '../platform/cluster/cluster.ts';
import type { ClusterClock } from '../platform/cluster/cluster-clock.ts';
import type { Db } from '../platform/db/db.ts';
import { OtherKeysError } from '../platform/cluster/server-rows.ts';
import type { ServerSigns } from '../platform/cluster/server-signs.ts';
import { StartupError } from '../platform/embedded/startup-error.ts';
import { createRequestLimits } from '../platform/limits/request-limits.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { ticketsInDatabase } from '../platform/socket/stored-tickets.ts';
import { ticketsInMemory } from '../platform/socket/tickets.ts';
import type { Vault } from '../platform/files/vault.ts';
import { createBus, type Bus } from '../platform/socket/bus.ts';
import program from '../../package.json' with { type: 'json' };
import type { DeviceKeys } from './device-keys.ts';
import type { Env } from './env.ts';

interface InstallationDeps {
  db: Db;
  keys: DeviceKeys;
  /** What this server reports about itself. */
  signs: () => ServerSigns;
  logger: Logger;
  /** Another server has ended this one; without it the process ends. */
  onEnded: (() => void) | undefined;
  clock: Pick<ClusterClock, 'compare'>;
}

/** `EX_TEMPFAIL`: the supervisor of the process starts it again, and it joins as a new server. */
const endedExitCode = 75;

/** The robots of this server belong to others now. What it still holds in memory must reach neither them nor the database. */
function endProcess(logger: Logger): never {
  logger.fatal('another server has taken over; this process ends');
  process.exit(endedExitCode);
}

/** The same for the same keys; it reveals nothing of them. */
const keyMarkOf = ({ vault, authority }: DeviceKeys): string =>
  createHash('sha256')
    .update(vault.keyFor('servers'))
    .update(authority.certificate)
    .digest('hex')
    .slice(0, 32);

function refuseOtherKeys(error: unknown): never {
  if (!(error instanceof OtherKeysError)) throw error;
  throw new StartupError(
    `The keys of this server differ from those of the server ${error.message}: all servers need the same INSTALLATION_KEY, DEVICE_CA_CERT and DEVICE_CA_KEY.`,
  );
}

/** Joins the servers of the installation: the owners of robots, and with an outside broker their messages. */
export async function joinInstallation(
  { MQTT_URL: url, INSTALLATION: installation, ROLES: roles }: Env,
  { db, keys, signs, logger, onEnded = () => endProcess(logger), clock }: InstallationDeps,
): Promise<{ cluster: Cluster; bus: Bus; hold: Hold; close: () => Promise<void> }> {
  const cluster = await joinCluster({
    db,
    log: logger,
    identity: {
      name: `${hostname()} ${process.pid}`,
      version: program.version,
      roles,
      // A server that is alone ends its predecessor, whatever keys that had.
      ...(url !== undefined && { keyMark: keyMarkOf(keys) }),
    },
    isAlone: url === undefined,
    onEnded,
    signs,
    ...(url !== undefined && { onClock: clock.compare }),
  }).catch(refuseOtherKeys);
  const key = keys.vault.keyFor('bus');
  const isAlone = () => cluster.servers().length <= 1;
  // A server with the embedded broker needs no MQTT client.
  const remote = url
    ? await (
        await import('../platform/cluster/remote-bus.ts')
      ).connectRemoteBus({ url, installation, serverId: cluster.id, key, log: logger, isAlone })
    : undefined;
  const bus = createBus((error) => logger.error({ err: error }, 'a listener failed'), remote);
  const hold = await followHold(db, bus);
  const close = async () => {
    hold.stop();
    await remote?.close();
  };
  return { cluster, bus, hold, close };
}

/**
 * The limits of requests and the open tickets. Servers of an installation count together and redeem each other's tickets; with the
 * embedded broker a server is alone, and its memory is enough.
 */
export const createRequestState = (
  { MQTT_URL, TRUSTED_PROXIES: trustedProxies }: Env,
  now: Clock,
  { db, bus, vault }: { db: Db; bus: Bus; vault: Vault },
) => ({
  limits: createRequestLimits(now, { trustedProxies, shared: MQTT_URL ? { db, bus } : undefined }),
  tickets: MQTT_URL ? ticketsInDatabase(db, vault) : ticketsInMemory(now),
});
