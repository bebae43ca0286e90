import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  freePort,
  isOpen,
  killGroup,
  rabbitmqApart,
  startEpmd,
  startRabbitmqNode,
} from './broker-process.ts';
import { eventually, type Registered } from './test-robot.ts';

const [folderOfPrograms] = globSync('/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin');
/** Whether this machine lacks RabbitMQ; tests that need it are then skipped. */
export const noRabbitmq = folderOfPrograms === undefined;
const program = (name: string) => join(folderOfPrograms ?? '', name);
const configuration = join(import.meta.dirname, '../../../../../docs/broker-cluster/rabbitmq.conf');

const startMs = 180_000;
export const serverUser = { name: 'sweepline-server', password: 'known to the servers only' };

/** Three nodes with docs/broker-cluster/rabbitmq.conf on free ports of this machine, apart from a RabbitMQ that runs here. */
export async function aRabbitmqCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-rabbitmq-'));
  writeFileSync(join(folder, '.erlang.cookie'), randomBytes(20).toString('hex'), { mode: 0o400 });
  const epmdPort = await freePort();
  const common = rabbitmqApart(folder, epmdPort);
  const epmd = startEpmd(common);
  const nodes = await Promise.all([1, 2, 3].map((number) => aNode(folder, number, common)));
  const last = nodes.at(-1)!;
  const control = (...args: string[]) =>
    promisify(execFile)(program('rabbitmqctl'), ['-n', last.name, ...args], { env: common });
  return {
    nodes,
    /** Adds the users of robots and of the servers, with the rights of docs/scale.md. */
    admit: async (robots: readonly Registered[]): Promise<void> => {
      const file = join(folder, 'definitions.json');
      writeFileSync(file, JSON.stringify(definitionsOf(robots)));
      await control('import_definitions', file);
    },
    /** Removes a node that is lost: its clients cannot connect elsewhere while their queues belong to it. */
    forget: (name: string) => control('forget_cluster_node', name),
    ready: async () => {
      for (const node of nodes) await eventually(node.isOpen, `${node.name} to listen`, startMs);
      const all = async () => {
        const { stdout } = await control('cluster_status', '--formatter', 'json');
        return (JSON.parse(stdout) as { running_nodes: string[] }).running_nodes.length === nodes.length;
      };
      await eventually(all, 'the nodes to find each other', startMs);
    },
    stop: async () => {
      await Promise.all(nodes.map(({ kill }) => kill()));
      await killGroup(epmd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function aNode(folder: string, number: number, common: Record<string, string>) {
  const own = join(folder, `node${number}`);
  mkdirSync(own);
  const [port, distributionPort] = [await freePort(), await freePort()];
  const file = join(own, 'rabbitmq.conf');
  writeFileSync(
    file,
    readFileSync(configuration, 'utf8')
      .replaceAll(/sweepline@broker(\d)/g, 'sweepline$1@localhost')
      .replace('mqtt.listeners.tcp.default = 1883', `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`),
  );
  writeFileSync(join(own, 'enabled_plugins'), '[rabbitmq_mqtt].');
  const name = `sweepline${number}@localhost`;
  const child = startRabbitmqNode({
    program: program('rabbitmq-server'),
    folder: own,
    name,
    distributionPort,
    common,
  });
  return { name, port, isOpen: () => isOpen(port), kill: () => killGroup(child) };
}

const all = { configure: '.*', write: '.*', read: '.*' };
const vhost = '/';

function definitionsOf(robots: readonly Registered[]) {
  const [server, names] = [serverUser.name, robots.map(({ sn }) => sn)];
  // The name of a queue contains the client id, so a robot can only connect by its own name.
  const queueOf = (sn: string) => `^mqtt-subscription-${sn}qos[01]$`;
  const own = (sn: string) => ({
    configure: queueOf(sn),
    write: `${queueOf(sn)}|^amq\\.topic$`,
    read: `${queueOf(sn)}|^amq\\.topic$`,
  });
  const ownTopics = String.raw`^(vda5050|uagv)\.[^.]+\.[^.]+\.{username}\.[^.]+$`;
  return {
    vhosts: [{ name: vhost }],
    users: [userOf(server, serverUser.password), ...robots.map(({ sn, secret }) => userOf(sn, secret))],
    permissions: [{ user: server, vhost, ...all }, ...names.map((sn) => ({ user: sn, vhost, ...own(sn) }))],
    topic_permissions: names.map((sn) => ({
      user: sn,
      vhost,
      exchange: 'amq.topic',
      write: ownTopics,
      read: ownTopics,
    })),
  };
}

function userOf(name: string, password: string) {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return {
    name,
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: [],
  };
}

/** A load balancer: each connection goes to the next node that answers. */
export async function aBalancer(ports: readonly number[]) {
  let turn = 0;
  const open = new Set<Socket>();
  const connectNext = (client: Socket, attempts: number): void => {
    if (attempts === 0) return void client.destroy();
    turn += 1;
    const node = createConnection(ports[turn % ports.length]!, '127.0.0.1');
    node.once('error', () => connectNext(client, attempts - 1));
    node.once('connect', () => {
      node.removeAllListeners('error').on('error', () => client.destroy());
      open.add(node).add(client);
      client.pipe(node).pipe(client);
      client.on('close', () => node.destroy());
      node.on('close', () => client.destroy());
    });
  };
  const listener = createServer((client) => {
    client.on('error', () => {});
    connectNext(client, ports.length);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    stop: () => {
      for (const socket of open) socket.destroy();
      listener.close();
    },
  };
}
