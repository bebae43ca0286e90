import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Whether something listens on the port. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Kills a program that was started as a group of its own, with what it started. */
export async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exit;
}

/** The environment of RabbitMQ nodes that stand apart from one that runs here. It names nothing of the files of another. */
export const rabbitmqApart = (folder: string, epmdPort: number): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  RABBITMQ_CONF_ENV_FILE: '/dev/null',
  ERL_EPMD_PORT: String(epmdPort),
  ERL_EPMD_ADDRESS: '127.0.0.1',
});

/** The name service of Erlang, in the foreground, so that it ends with the tests; a node would start one that stays. */
export function startEpmd(env: Record<string, string>): ChildProcess {
  const [program] = globSync('/usr/lib/erlang/erts-*/bin/epmd');
  return spawn(program ?? 'epmd', [], { env, stdio: 'ignore', detached: true });
}

interface Node {
  /** The program `rabbitmq-server`. */
  program: string;
  /** Of its own, with `rabbitmq.conf` and `enabled_plugins`. */
  folder: string;
  name: string;
  distributionPort: number;
  common: Record<string, string>;
  more?: Record<string, string>;
}

/** Starts a node of RabbitMQ as a group of its own: its script starts Erlang, and both are killed. */
export const startRabbitmqNode = ({
  program,
  folder,
  name,
  distributionPort,
  common,
  more,
}: Node): ChildProcess =>
  spawn(program, [], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: {
      ...common,
      RABBITMQ_NODENAME: name,
      RABBITMQ_DIST_PORT: String(distributionPort),
      RABBITMQ_MNESIA_BASE: join(folder, 'db'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      ...more,
    },
  });
