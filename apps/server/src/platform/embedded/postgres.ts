import { chmodSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isSecured, secureCluster } from './access.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, ensureCluster, placeCluster, publicShelf } from './cluster.ts';
import { serverRole, socketUrl } from './connection.ts';
import { ensureDatabase, othersConnected } from './database.ts';
import { lastWords, launch, shutDown } from './postmaster.ts';
import { isAlive } from './processes.ts';
import { findRunning, type Running } from './running.ts';
import { socketFolder } from './socket-folder.ts';
import { StartupError } from './startup-error.ts';

export type EmbeddedPostgres = {
  /** Signs in as the owner, for migrations and for the commands. For `connectionOf`; psql takes it as it is. */
  url: string;
  /** Signs in as the running server: a role that owns nothing and can become no other. */
  serverUrl: string;
  pid: number;
  /** True when a server that outlived its starter was taken over. */
  adopted: boolean;
  /** Why it is no longer there; undefined while it is. */
  ended: () => string | undefined;
  /** Shuts the server down and waits for it to be gone. */
  stop: () => Promise<void>;
};

/** For a desktop that has other things to do. Durability is PostgreSQL's own default: every commit reaches the disk. */
const desktopSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the PostgreSQL that npm brought on the data in `dataDir`, or adopts the one a killed process left running
 * there. Only a unix socket, no port, peer authentication; a user of its own when we are root, who is let through the folders of
 * `within`. The server has proved to be ours before anything is written to it. Throws `StartupError` with a sentence for the person at the keyboard.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
  within?: readonly string[];
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const place = placeCluster(dataDir, log, options.within);
  const native = await findBinaries(place.as, publicShelf, log);
  const cluster = await ensureCluster(place, native);
  const running = await onlySecured(cluster, await findRunning(cluster));
  if (!running) secureCluster(cluster);
  const socket = running?.socket ?? socketFolder(cluster.folder, cluster.as);
  const logFile = freshLog(join(dataDir, 'postgres.log'));
  const pid =
    running?.pid ??
    (await launch(cluster, native, socket, { ...desktopSettings, ...options.settings }, logFile));
  await ensureDatabase(socket);
  return {
    url: socketUrl(socket, 'sweepline'),
    serverUrl: socketUrl(socket, 'sweepline', serverRole),
    pid,
    adopted: running !== undefined,
    ended: () => (isAlive(pid) ? undefined : (lastWords(logFile) ?? 'it does not say why')),
    stop: async () => {
      await shutDown(cluster, pid);
      rmSync(socket, { recursive: true, force: true });
    },
  };
}

/** A server that an earlier version started lets in other users, and is ended: it comes back secured. */
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

const maxLogBytes = 10_000_000;

/** The server's log starts over at 10 MB: it is for the last start that failed, not for history. */
function freshLog(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found) chmodSync(file, 0o600);
  if ((found?.size ?? 0) > maxLogBytes) truncateSync(file);
  return file;
}
