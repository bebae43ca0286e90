import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { type Cluster } from './cluster.ts';
import { connectionOf, socketUrl } from './connection.ts';
import { anyoneWorksIn, isAlive, isZombie, worksIn } from './processes.ts';
import { StartupError } from './startup-error.ts';

const patienceMs = 30_000;
const pollMs = 250;
const collectedWithinMs = 5000;

export type Running = { pid: number; socket: string };

/** The running server's process and socket folder, as it wrote them down itself; undefined when there is no such file. */
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
 * Whose server is behind `socket`. Ours names the random id of the cluster, which we gave it at its start, and the
 * folder. Nothing may be written to a server before it has answered so. A server on its way up or down is silent.
 */
export async function whoAnswers(cluster: Cluster, socket: string): Promise<'ours' | 'foreign' | 'silent'> {
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
    const proven = row?.['name'] === cluster.id && row['folder'] === realpathSync(cluster.folder);
    return proven ? 'ours' : 'foreign';
  } catch {
    return 'silent';
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * The server that a killed process left behind, if it is there and proves to be ours. A pid file that outlived its
 * server is taken away. A PostgreSQL that does not prove to be ours is left alone and the start is refused.
 */
export async function findRunning(cluster: Cluster): Promise<Running | undefined> {
  for (const giveUpAt = Date.now() + patienceMs; ; await wait(pollMs)) {
    const found = readPidFile(cluster);
    if (!found) return undefined;
    if (!isAlive(found.pid)) {
      await buryZombie(found.pid, cluster);
      return undefined;
    }
    if (!mayServe(found.pid, cluster)) {
      // The number was given to another program since; PostgreSQL itself would take that one for a server and refuse.
      rmSync(pidFile(cluster), { force: true });
      return undefined;
    }
    const answer = found.socket ? await whoAnswers(cluster, found.socket) : 'silent';
    if (answer === 'ours') return found;
    if (answer === 'foreign' || Date.now() > giveUpAt) {
      throw new StartupError(
        `Process ${found.pid} holds the database in ${cluster.folder} but does not prove to be the server Sweepline started there; it was left alone. Stop it and start again.`,
      );
    }
  }
}

/**
 * PostgreSQL takes a dead process for a server until its parent has collected it, which is a matter of moments, or in some
 * containers never. Then the pid file is taken away, but not before the last process that served the cluster is gone.
 */
async function buryZombie(pid: number, cluster: Cluster): Promise<void> {
  for (const giveUpAt = Date.now() + collectedWithinMs; isZombie(pid); await wait(pollMs)) {
    if (Date.now() < giveUpAt || anyoneWorksIn(cluster.folder)) continue;
    rmSync(pidFile(cluster), { force: true });
    return;
  }
}

/** False only when it is certain that the process does not serve the cluster: a server works in its data directory. */
const mayServe = (pid: number, cluster: Cluster): boolean => worksIn(pid, cluster.folder) ?? true;
