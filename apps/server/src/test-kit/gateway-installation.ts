import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { connectRobots } from '../app/robots.ts';
import { clusterTiming } from '../platform/cluster/cluster-options.ts';
import { joinCluster, type Cluster } from '../platform/cluster/cluster.ts';
import { allShards, shardCount } from '../platform/cluster/shards.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createDb } from '../platform/db/db.ts';
import { createBus, type Bus } from '../platform/socket/bus.ts';
import type { Robots } from '../robots-port/robots.ts';
import { makeDatabase } from './database.ts';
import type { Gateway, GatewayOptions } from '../robots/gateway.ts';
import {
  aDevice,
  aGateway,
  eventually,
  idleState,
  TestRobot,
  type Registered,
} from '../robots/test-kit/test-gateway.ts';

/** An id in each shard. */
const idsOfShards = allShards.map(
  (n) => `00000000-0000-7000-8000-0000000000${n.toString(16).padStart(2, '0')}`,
);

export interface InstalledServer {
  cluster: Cluster;
  gateway: Gateway;
  robots: Robots;
  bus: Bus;
  /** Gives its robots away before it ends. */
  stop(): Promise<void>;
  /** Ends as a killed process does: it says nothing, and its locks and connections are gone. */
  kill(): Promise<void>;
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
// A busy machine delays a beat by seconds; a killed server is found by its free lock.
const timing = {
  ...clusterTiming,
  beatMs: 100,
  guardMs: 5_000,
  beatsWithoutSign: 100,
  brokerGraceMs: 2_000,
  brokerSettleMs: 500,
};

/** One installation: a database, a broker of no server, and the servers that a test starts. */
export async function anInstallation() {
  const broker = await Aedes.createBroker();
  const cuttable = new Set<Client>();
  broker.on('client', (client) => cuttable.add(client));
  broker.on('clientDisconnect', (client) => cuttable.delete(client));
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const database = await makeDatabase();
  const servers: InstalledServer[] = [];
  const robots: TestRobot[] = [];
  const faults: unknown[] = [];
  const installation = 'two-servers';
  const busOptions = { installation, key: Buffer.alloc(32, 7), log: quiet };

  /** A gateway with connections of its own, as a process has, in one installation with the others. */
  const aServer = async (more: Partial<GatewayOptions> = {}): Promise<InstalledServer> => {
    const db = createDb(database.serverUrl, { connections: 3 });
    const identity = { name: `server ${servers.length}`, version: '1', roles: ['gateway'] };
    const cluster = await joinCluster({
      db,
      log: quiet,
      identity,
      isAlone: false,
      timing,
      onEnded: () => {},
    });
    const fenced = { ...db, fence: cluster.fence };
    const url = more.mqttUrl ?? mqttUrl;
    const remote = await connectRemoteBus({ ...busOptions, serverId: cluster.id, url });
    const bus = createBus((error) => faults.push(error), remote);
    const options = { mqttUrl, ownership: cluster, log: quiet, installation, bus, ...more };
    const { gateway } = await aGateway(fenced, options);
    const connected = connectRobots({
      gateway,
      db,
      bus,
      now: () => new Date(),
      cluster,
      log: { ...quiet, error: (fault: unknown) => void faults.push(fault) },
    });
    let isStopped = false;
    const end = async (stopGateway = () => gateway.stop()) => {
      connected.close();
      await remote.close();
      await stopGateway();
      await db.close();
    };
    const server: InstalledServer = {
      cluster,
      gateway,
      robots: connected.robots,
      bus,
      stop: async () => {
        if (isStopped) return;
        isStopped = true;
        await cluster.leave();
        await end();
      },
      kill: async () => {
        isStopped = true;
        const dead = () => Promise.reject(new Error('killed'));
        db.reserve = dead;
        fenced.reserve = dead;
        await db.locks.close();
        // It cannot write any more what it would write at its end.
        await end(() => gateway.stop().catch(() => {}));
      },
    };
    servers.push(server);
    return server;
  };

  /** A connected robot that answers when it is asked for its state, as robots do. */
  const aRobot = async (companyId: string): Promise<TestRobot> => {
    const robot = await TestRobot.connect(mqttUrl, await aDevice(database.db, companyId));
    robot.client.on('message', (topic, payload) => {
      if (topic.endsWith('/instantActions') && payload.includes('stateRequest'))
        void robot.say('state', idleState, 1).catch(() => {});
    });
    // Retained, as the protocol demands: a server that begins to meet strangers later must notice it, too.
    const connection = { ...TestRobot.header(robot.device, 1), connectionState: 'ONLINE' };
    const topic = `${TestRobot.base(robot.device)}/connection`;
    await robot.client.publishAsync(topic, JSON.stringify(connection), { qos: 1, retain: true });
    robots.push(robot);
    return robot;
  };

  return {
    database,
    robots,
    aServer,
    mqttUrl,
    aRobot,
    /** Cuts the connection of a server to the others; it comes back by itself. */
    cutBus: ({ cluster }: InstalledServer): void => {
      for (const client of cuttable) if (client.id.endsWith(cluster.id.slice(-12))) client.close();
    },
    /** Waits until two servers have their shares of the shards: no robot changes its owner any more. */
    untilShared: (pair: readonly [InstalledServer, InstalledServer]) =>
      eventually(() => {
        const shares = pair.map(({ cluster }) => idsOfShards.filter(cluster.owns).length);
        return shares.every((it) => it > 0) && shares.reduce((sum, it) => sum + it, 0) === shardCount;
      }, 'each server to own its share'),
    /** Waits until each robot is online at exactly one of the servers. */
    untilOwned: (owners: readonly InstalledServer[]) =>
      eventually(
        () => robots.every(({ device }) => owners.filter((it) => isOnlineAt(it, device)).length === 1),
        'each robot to be online at one server',
        15_000,
      ),
    /** Ends robots and servers. Returns the errors of listeners and calls. */
    reset: async (): Promise<unknown[]> => {
      for (const robot of robots.splice(0)) await robot.leave();
      for (const server of servers.splice(0)) await server.stop();
      return faults.splice(0);
    },
    close: async () => {
      await new Promise<void>((done) => broker.close(done));
      listener.close();
      await database.close();
    },
  };
}
export type Installation = Awaited<ReturnType<typeof anInstallation>>;

export const isOnlineAt = ({ gateway }: Pick<InstalledServer, 'gateway'>, { deviceId }: Registered) =>
  gateway.live(deviceId)?.connection.state === 'ONLINE';
