import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  freePort,
  isOpen,
  killGroup,
  rabbitmqApart,
  startEpmd,
  startRabbitmqNode,
} from '../../apps/server/src/robots/test-kit/broker-process.ts';

/** A broker of this machine on which the tests of robots run. */
export interface LocalBroker {
  /** The program with its version. */
  name: string;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
}

const startMs = 120_000;
const mosquitto = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'mosquitto'))
  .find((file) => existsSync(file));
const [rabbitmq] = globSync('/usr/lib/rabbitmq/lib/rabbitmq_server-*');

/** The brokers of docs/outside-broker.md that are installed here. Each gets a folder and ports of its own. */
export function localBrokers(): LocalBroker[] {
  return [
    ...(mosquitto ? [{ name: versionOfMosquitto(mosquitto), start: () => startMosquitto(mosquitto) }] : []),
    ...(rabbitmq
      ? [{ name: `RabbitMQ ${rabbitmq.split('-').at(-1)}`, start: () => startRabbitmq(rabbitmq) }]
      : []),
  ];
}

function versionOfMosquitto(program: string): string {
  // It writes its version with the help, and ends with an error.
  const help = spawnText(program, ['-h']);
  return `Mosquitto ${/version ([\d.]+)/.exec(help)?.[1] ?? ''}`.trim();
}

function spawnText(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? '');
  }
}

/** Accepts every name: the robots of the tests have passwords that only the server knows. */
async function startMosquitto(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const lines = [
    'user root',
    'max_packet_size 1179648',
    'set_tcp_nodelay true',
    'max_queued_messages 1000000',
  ];
  writeFileSync(file, [...lines, `listener ${port} 127.0.0.1`, 'allow_anonymous true', ''].join('\n'));
  const child = spawn(program, ['-c', file], { stdio: 'ignore', detached: true });
  await listening(port);
  return { url: `mqtt://127.0.0.1:${port}`, stop: () => end(folder, [child]) };
}

/** One node. It asks an HTTP server of this process about names, which accepts each. */
async function startRabbitmq(installed: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-rabbitmq-'));
  const [port, distribution, epmdPort] = [await freePort(), await freePort(), await freePort()];
  const rights = createServer((_, answer) => answer.end('allow'));
  await once(rights.listen(0, '127.0.0.1'), 'listening');
  const rightsUrl = `http://127.0.0.1:${(rights.address() as AddressInfo).port}`;
  const paths = ['user', 'vhost', 'resource', 'topic'].map(
    (it) => `auth_http.${it}_path = ${rightsUrl}/${it}`,
  );
  const lines = [
    ...['auth_backends.1 = http', ...paths, 'mqtt.allow_anonymous = false', 'mqtt.prefetch = 500'],
    ...[
      'mqtt.subscription_ttl = 60000',
      `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
      'listeners.tcp = none',
      '',
    ],
  ];
  writeFileSync(join(folder, 'rabbitmq.conf'), lines.join('\n'));
  writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_mqtt,rabbitmq_auth_backend_http].');
  const common = rabbitmqApart(folder, epmdPort);
  const daemon = startEpmd(common);
  const child = startRabbitmqNode({
    program: join(installed, 'sbin', 'rabbitmq-server'),
    folder,
    name: 'sweepline-tests@localhost',
    distributionPort: distribution,
    common,
    more: { RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}' },
  });
  await listening(port);
  const url = `mqtt://sweepline-server:any@127.0.0.1:${port}`;
  return { url, stop: () => end(folder, [child, daemon], rights) };
}

async function end(folder: string, children: readonly ChildProcess[], server?: Server): Promise<void> {
  await Promise.all(children.map(killGroup));
  server?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function listening(port: number): Promise<void> {
  const endMs = Date.now() + startMs;
  while (Date.now() < endMs) {
    if (await isOpen(port)) return;
    await pause(200);
  }
  throw new Error(`no broker listens on port ${port}`);
}
