import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clusterTiming } from '../platform/cluster/cluster-options.ts';
import { joinCluster, type Cluster } from '../platform/cluster/cluster.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createBus } from '../platform/socket/bus.ts';
import type { Gateway } from './gateway.ts';
import { shardOf } from '../platform/cluster/shards.ts';
import { createDb, inScope } from '../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  TestRobot,
  type Registered,
} from './test-kit/test-gateway.ts';

interface RunningServer {
  cluster: Cluster;
  gateway: Gateway;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** A broker of neither server, as an installation with several servers has. */
let broker: Aedes;
let listener: Server;
let mqttUrl: string;
let database: TestDatabase;
const servers: RunningServer[] = [];
const robots: TestRobot[] = [];

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
// A busy machine delays a beat by seconds; a killed server is found by its free lock.
const timing = { ...clusterTiming, beatMs: 100, guardMs: 5_000, beatsWithoutSign: 100 };
const robotCount = 8;
const faults: unknown[] = [];
const busOptions = { installation: 'two-servers', key: Buffer.alloc(32, 7), log: quiet };

beforeAll(async () => {
  broker = await Aedes.createBroker();
  listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  database = await makeDatabase();
});
beforeEach(() => database.reset());
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
  for (const server of servers.splice(0)) await server.stop();
  expect(faults.splice(0)).toEqual([]);
});
afterAll(async () => {
  await new Promise<void>((done) => broker.close(done));
  listener.close();
  await database.close();
});

/** A gateway with connections of its own, as a process has, in one installation with the others. */
async function aServer(): Promise<RunningServer> {
  const db = createDb(database.serverUrl, { connections: 3 });
  const identity = { name: `server ${servers.length}`, version: '1', roles: ['gateway'] };
  const cluster = await joinCluster({ db, log: quiet, identity, isAlone: false, timing, onEnded: () => {} });
  const fenced = { ...db, fence: cluster.fence };
  const options = { mqttUrl, ownership: cluster, log: quiet, installation: 'two-servers' };
  const remote = await connectRemoteBus({ ...busOptions, url: mqttUrl, serverId: cluster.id });
  const bus = createBus((error) => faults.push(error), remote);
  const { gateway } = await aGateway(fenced, { ...options, bus });
  let isStopped = false;
  const server = {
    cluster,
    gateway,
    /** Gives its robots away before it ends. */
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      await cluster.leave();
      await gateway.stop();
      await remote.close();
      await db.close();
    },
    /** Ends as a killed process does: it says nothing, and its locks and connections are gone. */
    kill: async () => {
      isStopped = true;
      const dead = () => Promise.reject(new Error('killed'));
      db.reserve = dead;
      fenced.reserve = dead;
      await db.locks.close();
      await remote.close();
      await gateway.stop();
      await db.close();
    },
  };
  servers.push(server);
  return server;
}

/** A connected robot that answers when it is asked for its state, as robots do. */
async function aRobot(companyId: string): Promise<TestRobot> {
  const robot = await TestRobot.connect(mqttUrl, await aDevice(database.db, companyId));
  robot.client.on('message', (topic, payload) => {
    if (topic.endsWith('/instantActions') && payload.includes('stateRequest'))
      void robot.say('state', idleState, 1).catch(() => {});
  });
  // Retained, as the protocol demands: a server that begins to meet strangers later must notice it, too.
  const connection = { ...TestRobot.header(robot.device, 1), connectionState: 'ONLINE' };
  await robot.client.publishAsync(`${TestRobot.base(robot.device)}/connection`, JSON.stringify(connection), {
    qos: 1,
    retain: true,
  });
  robots.push(robot);
  return robot;
}

const isOnlineAt = ({ gateway }: RunningServer, { deviceId }: Registered) =>
  gateway.live(deviceId)?.connection.state === 'ONLINE';

/** Waits until each robot is online at exactly one of the servers. */
const untilOwned = (owners: readonly RunningServer[]) =>
  eventually(
    () => robots.every(({ device }) => owners.filter((it) => isOnlineAt(it, device)).length === 1),
    'each robot to be online at one server',
    15_000,
  );

/** Robots with serial numbers of all shards would take long; these are enough for both servers to own some. */
async function someRobots(owners: readonly RunningServer[]) {
  const companyId = await aCompany(database.db);
  for (let i = 0; i < robotCount; i += 1) await aRobot(companyId);
  await untilOwned(owners);
}

const storedEvents = () =>
  inScope(database.db, '*', (tx) => tx.raw<{ id: string }>('select msg_id as id from journal_ids'));

describe('two servers of one installation', () => {
  test('share the robots, and each robot is online at its owner only', async () => {
    const [first, second] = [await aServer(), await aServer()];
    await someRobots([first, second]);
    for (const { device } of robots) {
      const owner = [first, second].find((it) => it.cluster.owns(device.deviceId));
      expect(isOnlineAt(owner!, device)).toBe(true);
    }
    expect(new Set(robots.map(({ device }) => shardOf(device.deviceId))).size).toBeGreaterThan(1);
  });

  test('a server that leaves gives its robots to the other one', async () => {
    const [first, second] = [await aServer(), await aServer()];
    await someRobots([first, second]);
    await second.stop();
    await untilOwned([first]);
  });

  test('the robots of a killed server are online at the other one, and no event is lost or stored twice', async () => {
    const [first, second] = [await aServer(), await aServer()];
    await someRobots([first, second]);
    const alarmOf = (robot: TestRobot, code: string) =>
      robot.durable({ alarmId: crypto.randomUUID(), event: 'RAISED', code, level: 3 });
    const events = robots.map((robot) => ({ robot, message: alarmOf(robot, '10102') }));
    /** As robots do: an event is sent again until it is acknowledged. */
    const repeat = setInterval(() => {
      for (const { robot, message } of events) {
        const isAcknowledged = robot.received.some(
          (it) => it.topic === 'xAck' && (it.message['acks'] as string[]).includes(message.msgId),
        );
        if (!isAcknowledged && robot.client.connected) void robot.say('xAlarm', message, 1).catch(() => {});
      }
    }, 50);
    try {
      await second.kill();
      await untilOwned([first]);
      await eventually(
        async () => (await storedEvents()).length >= robotCount,
        'every event to be stored',
        15_000,
      );
    } finally {
      clearInterval(repeat);
    }
    const ids = (await storedEvents()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(events.map(({ message }) => message.msgId).toSorted());
  });

  test('a robot that is registered later is received by its owner', async () => {
    const [first, second] = [await aServer(), await aServer()];
    await someRobots([first, second]);
    const late = await aRobot(await aCompany(database.db));
    await eventually(
      () => [first, second].some((it) => it.gateway.live(late.device.deviceId)),
      'the late robot',
    );
    await untilOwned([first, second]);
  });
});
