import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerRole, serverRole, socketUrl } from '../../platform/embedded/connection.ts';
import { cleanEnv, type Identity, isRoot, run } from '../../platform/embedded/run-as.ts';
import { asOwner } from '../owner-connection.ts';
import { initdbUser, serviceUser } from '../../platform/embedded/service-user.ts';

/** The newest PostgreSQL of this machine, in the folders of Debian, that has Citus. */
const [programs] = globSync('/usr/share/postgresql/*/extension/citus.control')
  .map((file) => `/usr/lib/postgresql/${basename(join(file, '..', '..'))}/bin`)
  .toSorted()
  .toReversed();
/** Whether this machine lacks Citus; tests that need it are then skipped. */
export const noCitus = programs === undefined;
const program = (name: string) => join(programs ?? '', name);

const startMs = 60_000;
const firstPort = 5432;

/** For each database of a test, Citus needs a background worker of each node. */
const settings = {
  listen_addresses: '',
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_worker_processes: '80',
  shared_buffers: '64MB',
  fsync: 'off',
  timezone: 'UTC',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '4',
  // Default: a minute. Transactions that a killed node left prepared are ended sooner.
  'citus.recover_2pc_interval': '2s',
};

type CitusNode = ReturnType<typeof startNode>;
export type CitusCluster = Awaited<ReturnType<typeof startCitus>>;

/** A coordinator and two workers. Their sockets are in one folder that no other user can enter; so they need no passwords. */
export async function startCitus() {
  const as: Identity = isRoot() ? serviceUser() : {};
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-citus-'));
  give(folder, as);
  // The account that runs initdb may be another one. No server listens yet.
  chmodSync(folder, 0o711);
  const ports = [0, 1, 2].map((number) => firstPort + number);
  await Promise.all(ports.map((port) => createNode(folder, port, as)));
  chmodSync(folder, 0o700);
  const nodes = ports.map((port) => startNode(folder, port, as));
  const stop = async () => {
    await Promise.all(nodes.map(({ kill }) => kill('SIGINT')));
    rmSync(folder, { recursive: true, force: true });
  };
  const [coordinator, ...workers] = nodes as [CitusNode, ...CitusNode[]];
  try {
    await Promise.all(nodes.map(({ url }) => untilAnswers(url)));
    await asOwner(coordinator.url, (sql) => sql.unsafe(`create role ${serverRole} login`));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    coordinator,
    workers,
    pids: () => nodes.map(({ pid }) => pid()),
    stop,
  };
}

function give(folder: string, { uid, gid }: Identity) {
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

const dataOf = (folder: string, port: number) => join(folder, `${port}`);

async function createNode(folder: string, port: number, as: Identity): Promise<void> {
  const data = dataOf(folder, port);
  const creator = initdbUser(as);
  mkdirSync(data);
  give(data, creator);
  const args = ['-D', data, '-U', ownerRole, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run(program('initdb'), args, creator);
  if (as.uid !== undefined) await run('chown', ['-R', `${as.uid}:${as.gid}`, data], {});
}

function startNode(folder: string, port: number, as: Identity) {
  const all = { ...settings, port: `${port}`, unix_socket_directories: folder };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => {
    const log = openSync(join(folder, `${port}.log`), 'a');
    return spawn(program('postgres'), ['-D', dataOf(folder, port), ...args], {
      ...as,
      cwd: '/',
      env: cleanEnv,
      stdio: ['ignore', log, log],
      detached: true,
    });
  };
  let child = start();
  const url = atPort(socketUrl(folder, 'postgres'), port);
  return {
    port,
    url,
    pid: () => child.pid!,
    kill: async (signal: 'SIGINT' | 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
    restart: async () => {
      child = start();
      await untilAnswers(url);
    },
  };
}

const atPort = (url: string, port: number) => {
  const address = new URL(url);
  address.port = `${port}`;
  return address.href;
};

async function untilAnswers(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + startMs; ; await wait(50)) {
    try {
      return void (await asOwner(url, (sql) => sql`select 1`));
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
