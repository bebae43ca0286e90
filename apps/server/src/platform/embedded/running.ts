import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { type Cluster } from './cluster.ts';
import { connectionOf, socketUrl } from './connection.ts';
import { isWorkingDirectory, isAlive, isZombie, worksIn } from './processes.ts';
import { StartupError } from './startup-error.ts';

const maxWaitMs = 30_000;
const pollMs = 250;
const maxReapMs = 5000;
const endPollMs = 50;

export type Running = { pid: number; socket: string };

/** The server's pid and socket folder from its pid file; undefined without a valid file. */
export function readPidFile(cluster: Cluster): Running | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, socket: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

const pidFile = (cluster: Cluster) => join(cluster.folder, 'postmaster.pid');

/**
 * Identifies the server behind `socket`. A server of this cluster reports the cluster's random id, which it got at its start,
 * and the folder. Nothing may be written to a server before this check. A server that starts or stops is `silent`.
 */
export async function identifyServer(
  cluster: Cluster,
  socket: string,
): Promise<'ours' | 'foreign' | 'silent'> {
  const [url, options] = connectionOf(socketUrl(socket, 'postgres'));
  const sql = postgres(url, {
    ...options,
    max: 1,
    connect_timeout: 5,
    backoff: () => 0.05,
    onnotice: () => {},
  });
  try {
    const [row] =
      await sql`select current_setting('cluster_name') as name, current_setting('data_directory') as folder`;
    const matches = row?.['name'] === cluster.id && row['folder'] === realpathSync(cluster.folder);
    return matches ? 'ours' : 'foreign';
  } catch {
    return 'silent';
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * The running server that a killed process left behind, if it reports the cluster's id. A pid file without a server is removed.
 * Throws a `StartupError` if another PostgreSQL uses the folder; that server is not stopped.
 */
export async function findRunning(cluster: Cluster): Promise<Running | undefined> {
  for (const giveUpAt = Date.now() + maxWaitMs; ; await wait(pollMs)) {
    const running = readPidFile(cluster);
    if (!running) return undefined;
    if (!isAlive(running.pid)) {
      await removeZombiePidFile(running.pid, cluster);
      return undefined;
    }
    if (!mayServe(running.pid, cluster)) {
      // The pid belongs to another program by now; PostgreSQL itself would take it for a server and refuse to start.
      rmSync(pidFile(cluster), { force: true });
      return undefined;
    }
    const answer = running.socket ? await identifyServer(cluster, running.socket) : 'silent';
    if (answer === 'ours') return running;
    if (answer === 'foreign' || Date.now() > giveUpAt) {
      throw new StartupError(
        `Process ${running.pid} holds the database in ${cluster.folder} but does not prove to be the server Sweepline started there; it was left alone. Stop it and start again.`,
      );
    }
  }
}

/**
 * Waits until the last process of a server that ended is gone: after a kill, PostgreSQL refuses to start beside the statements that
 * still run. Removes the pid file of a server that is not reaped.
 */
export async function untilEnded(cluster: Cluster): Promise<void> {
  for (const giveUpAt = Date.now() + maxReapMs; isWorkingDirectory(cluster.folder); await wait(endPollMs))
    if (Date.now() > giveUpAt) break;
  const left = readPidFile(cluster);
  if (left && isZombie(left.pid)) rmSync(pidFile(cluster), { force: true });
}

/**
 * PostgreSQL takes a dead process for a server until its parent has reaped it: after moments, or in some containers never. Then
 * the pid file is removed, but only after the last process of the cluster has ended.
 */
async function removeZombiePidFile(pid: number, cluster: Cluster): Promise<void> {
  for (const giveUpAt = Date.now() + maxReapMs; isZombie(pid); await wait(pollMs)) {
    if (Date.now() < giveUpAt || isWorkingDirectory(cluster.folder)) continue;
    rmSync(pidFile(cluster), { force: true });
    return;
  }
}

/** False only if the process certainly does not serve the cluster: a server's working directory is its data directory. */
const mayServe = (pid: number, cluster: Cluster): boolean => worksIn(pid, cluster.folder) ?? true;
