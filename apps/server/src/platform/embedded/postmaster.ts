import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster } from './cluster.ts';
import { isAlive } from './processes.ts';
import { lastError, lastLine, logBytes } from './server-log.ts';
import { readPidFile, identifyServer } from './running.ts';
import { cleanEnv } from './run-as.ts';
import { StartupError } from './startup-error.ts';

const startTimeoutMs = 60_000;

/**
 * Memory of 256 KB and more is a mapping of its own and given back when it is freed. By default glibc raises that limit up to 32 MB: what
 * the planner frees then stays below the statements that a connection keeps.
 */
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' };
const pollMs = 25;

/** Starts the server and waits until it answers with the cluster's id. It outlives this process unless stopped. Returns its pid. */
export async function launch(
  cluster: Cluster,
  native: string,
  socket: string,
  settings: Record<string, string>,
  logFile: string,
): Promise<number> {
  const allSettings = { ...settings, cluster_name: cluster.id, unix_socket_directories: socket };
  const fromByte = logBytes(logFile);
  const output = openSync(logFile, 'a', 0o600);
  // Its own session: Ctrl-C in the terminal reaches only this process, which closes its connections before it stops the server.
  const child = spawn(
    join(native, 'bin', 'postgres'),
    [
      '-D',
      cluster.folder,
      ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...cluster.as,
      cwd: '/',
      env: { ...cleanEnv, ...mallocSettings },
      stdio: ['ignore', output, output],
      detached: true,
    },
  );
  closeSync(output);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = `it ended with ${signal ?? code}`));
  for (const giveUpAt = Date.now() + startTimeoutMs; ; await wait(pollMs)) {
    const isInPidFile = child.pid !== undefined && readPidFile(cluster)?.pid === child.pid;
    if (isInPidFile && (await identifyServer(cluster, socket)) === 'ours') return child.pid;
    if (ended !== undefined || Date.now() > giveUpAt) {
      if (ended === undefined) child.kill('SIGINT');
      throw new StartupError(
        `The database did not start: ${lastError(logFile, fromByte) ?? lastLine(logFile, fromByte) ?? ended ?? 'no answer within a minute'}`,
      );
    }
  }
}

/** Fast shutdown: open transactions are rolled back, committed data is on the disk. Resolves when the process has ended. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  // The pid may belong to another program by now; only the pid file confirms the server.
  if (readPidFile(cluster)?.pid !== pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await wait(pollMs);
}
