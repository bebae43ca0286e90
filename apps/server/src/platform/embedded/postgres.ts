import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { findBinaries } from './binaries.ts';
import { ensureCluster, placeCluster, publicShelf } from './cluster.ts';
import { connectionOf, socketUrl } from './connection.ts';
import { lastWords, launch, shutDown } from './postmaster.ts';
import { isAlive } from './processes.ts';
import { findRunning } from './running.ts';
import { socketFolder } from './socket-folder.ts';

export type EmbeddedPostgres = {
  /** For `connectionOf`; psql takes it as it is. */
  url: string;
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
 * there. Only a unix socket, no port; an unprivileged user when we are root. The server has proved to be ours before
 * anything is written to it. Throws `StartupError` with a sentence for the person at the keyboard.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const place = placeCluster(dataDir, log);
  const native = await findBinaries(place.as, publicShelf, log);
  const cluster = await ensureCluster(place, native);
  const running = await findRunning(cluster);
  const socket = running?.socket ?? socketFolder(cluster.folder, cluster.as);
  const logFile = freshLog(join(dataDir, 'postgres.log'));
  const pid =
    running?.pid ??
    (await launch(cluster, native, socket, { ...desktopSettings, ...options.settings }, logFile));
  await ensureDatabase(socket);
  return {
    url: socketUrl(socket, 'sweepline'),
    pid,
    adopted: running !== undefined,
    ended: () => (isAlive(pid) ? undefined : (lastWords(logFile) ?? 'it does not say why')),
    stop: async () => {
      await shutDown(cluster, pid);
      rmSync(socket, { recursive: true, force: true });
    },
  };
}

async function ensureDatabase(socket: string): Promise<void> {
  const [url, options] = connectionOf(socketUrl(socket, 'postgres'));
  const sql = postgres(url, { ...options, max: 1 });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'sweepline'`;
    if (!found) await sql`create database sweepline`;
  } finally {
    await sql.end();
  }
}

const maxLogBytes = 10_000_000;

/** The server's log starts over at 10 MB: it is for the last start that failed, not for history. */
function freshLog(file: string): string {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) truncateSync(file);
  return file;
}
