import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isSecured, secureCluster } from './access.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, ensureCluster, placeCluster, publicFolder } from './cluster.ts';
import { serverRole, socketUrl } from './connection.ts';
import { ensureDatabase, othersConnected } from './database.ts';
import { desktopSettings } from './desktop-settings.ts';
import { launch, shutDown } from './postmaster.ts';
import { isAlive } from './processes.ts';
import { freshLog, lastError, logBytes } from './server-log.ts';
import { findRunning, untilEnded, type Running } from './running.ts';
import { socketFolder } from './socket-folder.ts';
import { StartupError } from './startup-error.ts';

export type EmbeddedPostgres = {
  /** Signs in as the owner, for migrations and commands. An argument for `connectionOf`; psql accepts it too. */
  url: string;
  /** Signs in as the server's role, which owns nothing and cannot switch to another role. */
  serverUrl: string;
  /** The process of the server; another one after `restart`. */
  readonly pid: number;
  /** True if a server that outlived its starter was adopted. */
  adopted: boolean;
  /** Why the server ended; undefined while it runs. */
  ended: () => string | undefined;
  /** Starts the server again, at the same address, after it has ended. Throws a `StartupError` if it cannot start. */
  restart: () => Promise<void>;
  /** Shuts the server down and waits for its end. */
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL from npm on the data in `dataDir`, or adopts the server that a killed process left running there. It
 * listens on a unix socket with peer authentication, not on a port. Under root it runs as a user of its own, who may enter the
 * folders of `within`. The identity of the server is checked before anything is written to it. Throws a `StartupError` with a
 * sentence for the operator.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
  within?: readonly string[];
  /** Refuses to adopt a server that another program uses. The lock of the data folder alone may be damaged. */
  alone?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const place = placeCluster(dataDir, log, options.within);
  const native = await findBinaries(place.as, publicFolder, log);
  const cluster = await ensureCluster(place, native);
  const running = await onlySecured(cluster, await findRunning(cluster));
  if (running && options.alone) await checkUnused(cluster, running);
  if (!running) secureCluster(cluster);
  const socket = running?.socket ?? socketFolder(cluster.folder, cluster.as);
  const logFile = freshLog(join(dataDir, 'postgres.log'));
  let fromByte = logBytes(logFile);
  const start = () => {
    fromByte = logBytes(logFile);
    return launch(cluster, native, socket, { ...desktopSettings, ...options.settings }, logFile);
  };
  let pid = running?.pid ?? (await start());
  await ensureDatabase(socket);
  return {
    url: socketUrl(socket, 'sweepline'),
    serverUrl: socketUrl(socket, 'sweepline', serverRole),
    get pid() {
      return pid;
    },
    adopted: running !== undefined,
    ended: () => (isAlive(pid) ? undefined : (lastError(logFile, fromByte) ?? 'it does not say why')),
    restart: async () => {
      await untilEnded(cluster);
      // A killed server leaves its socket, and PostgreSQL's user may have lost the folder with it.
      socketFolder(cluster.folder, cluster.as);
      pid = await start();
    },
    stop: async () => {
      await shutDown(cluster, pid);
      rmSync(socket, { recursive: true, force: true });
    },
  };
}

/** Stops a server of an earlier version, which accepts other users; the caller starts it again, secured. */
async function onlySecured(cluster: Cluster, running: Running | undefined): Promise<Running | undefined> {
  if (!running || isSecured(cluster)) return running;
  if ((await othersConnected(running.socket)) > 0) {
    throw new StartupError(
      `An earlier version of Sweepline works with the database in ${cluster.folder}: stop it and start again.`,
    );
  }
  await shutDown(cluster, running.pid);
  rmSync(running.socket, { recursive: true, force: true });
  return undefined;
}

/** Connections of a killed program end within moments. */
const maxEndingMs = 5_000;

async function checkUnused(cluster: Cluster, { socket }: Running): Promise<void> {
  for (const giveUpAt = Date.now() + maxEndingMs; (await othersConnected(socket)) > 0; await wait(250)) {
    if (Date.now() < giveUpAt) continue;
    throw new StartupError(
      `Another program works with the database in ${cluster.folder}: stop it and start again.`,
    );
  }
}
