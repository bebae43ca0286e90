import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { clusterTiming } from '../platform/cluster/cluster-options.ts';
import { joinCluster } from '../platform/cluster/cluster.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createDb, inScope } from '../platform/db/db.ts';
import { createBus } from '../platform/socket/bus.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  onOutsideBroker,
  TestRobot,
} from './test-kit/test-gateway.ts';
import { aBalancer, aRabbitmqCluster, noRabbitmq, serverUser } from './test-kit/test-rabbitmq.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const timing = { ...clusterTiming, beatMs: 200, guardMs: 10_000, beatsWithoutSign: 100 };
const robotCount = 6;
const waitMs = 90_000;

// Three nodes need a gigabyte and half a minute, so only `npm run test:external` starts them.
describe.skipIf(noRabbitmq || !onOutsideBroker)('three servers on a RabbitMQ cluster of three nodes', () => {
  let brokers: Awaited<ReturnType<typeof aRabbitmqCluster>>;
  let balancer: Awaited<ReturnType<typeof aBalancer>>;
  let database: TestDatabase;
  let companyId: string;
  beforeAll(async () => {
    database = await makeDatabase();
    companyId = await aCompany(database.db);
    brokers = await aRabbitmqCluster();
    await brokers.ready();
    balancer = await aBalancer(brokers.nodes.map(({ port }) => port));
  }, 400_000);
  afterAll(async () => {
    balancer?.stop();
    await brokers?.stop();
    await database?.close();
  });

  const robotUrl = () => `mqtt://127.0.0.1:${balancer.port}`;
  const serverUrl = () =>
    `mqtt://${serverUser.name}:${encodeURIComponent(serverUser.password)}@127.0.0.1:${balancer.port}`;

  /** A server with connections of its own. It gives its robots away at the end of the test. */
  const aServer = async (name: string) => {
    const db = createDb(database.serverUrl, { connections: 3 });
    const identity = { name, version: '1', roles: ['gateway'] };
    const cluster = await joinCluster({
      db,
      log: quiet,
      identity,
      isAlone: false,
      timing,
      onEnded: () => {},
    });
    const installation = 'cluster';
    const key = Buffer.alloc(32, 7);
    const remote = await connectRemoteBus({
      url: serverUrl(),
      installation,
      serverId: cluster.id,
      key,
      log: quiet,
    });
    const bus = createBus((error) => expect.unreachable(String(error)), remote);
    const { gateway } = await aGateway(
      { ...db, fence: cluster.fence },
      { mqttUrl: serverUrl(), ownership: cluster, log: quiet, installation, bus },
    );
    onTestFinished(async () => {
      await cluster.leave();
      await gateway.stop();
      await remote.close();
      await db.close();
    });
    return { cluster, gateway };
  };

  const someDevices = async (count: number) => {
    const devices = await Promise.all(Array.from({ length: count }, () => aDevice(database.db, companyId)));
    await brokers.admit(devices);
    return devices;
  };

  test('a robot reaches its own topics only, and not those of the servers', async () => {
    const [own, other] = (await someDevices(2)) as [TestRobot['device'], TestRobot['device']];
    const connect = async () => {
      const robot = await TestRobot.connect(robotUrl(), own);
      onTestFinished(() => void robot.client.end(true));
      return robot.client;
    };
    const foreign = [`${TestRobot.base(other)}/order`, 'sweepline/cluster/bus/x', 'vda5050/#', '#'];
    for (const topic of foreign) {
      const client = await connect();
      const subscribed = client.subscribeAsync(topic, { qos: 1 });
      await expect(subscribed, topic).rejects.toThrow();
    }
    const observed: string[] = [];
    const server = await mqtt.connectAsync(serverUrl(), { clientId: 'observer' });
    onTestFinished(() => void server.end(true));
    server.on('message', (topic) => void observed.push(topic));
    await server.subscribeAsync('#', { qos: 1 });
    for (const topic of [`${TestRobot.base(other)}/state`, 'sweepline/cluster/bus/x']) {
      const client = await connect();
      // RabbitMQ closes the connection of who publishes where it may not.
      const closed = new Promise<void>((done) => void client.once('close', done));
      client.publish(topic, '{}', { qos: 1 });
      await closed;
    }
    const client = await connect();
    await client.publishAsync(`${TestRobot.base(own)}/state`, '{}', { qos: 1 });
    await eventually(() => observed.includes(`${TestRobot.base(own)}/state`), 'the own topic');
    expect(observed.filter((topic) => !topic.includes(own.sn))).toEqual([]);
  });

  test('after a node is lost, each robot is online at one server, and no event is lost or stored twice', async () => {
    const devices = await someDevices(robotCount);
    const servers = [await aServer('one'), await aServer('two'), await aServer('three')];
    const robots: TestRobot[] = [];
    for (const device of devices) {
      const robot = await TestRobot.connect(robotUrl(), device, { reconnectPeriod: 500 });
      onTestFinished(() => void robot.client.end(true));
      robot.client.on('message', (topic, payload) => {
        if (topic.endsWith('/instantActions') && payload.includes('stateRequest'))
          void robot.say('state', idleState, 1).catch(() => {});
      });
      robots.push(robot);
    }
    const owners = ({ device }: TestRobot) =>
      servers.filter(({ gateway }) => gateway.live(device.deviceId)?.connection.state === 'ONLINE').length;
    const untilOnline = async () => {
      const sayState = setInterval(() => {
        for (const robot of robots)
          if (robot.client.connected) void robot.say('state', idleState, 1).catch(() => {});
      }, 1_000);
      await eventually(
        () => robots.every((it) => owners(it) === 1),
        'each robot online at one server',
        waitMs,
      );
      clearInterval(sayState);
    };
    await untilOnline();
    // RabbitMQ makes two levels of a dot, and delivers to the servers whatever they subscribed to.
    for (const { gateway } of servers) {
      await eventually(() => gateway.keepsDots() === false, 'the answer about dots', waitMs);
      expect(gateway.notFollowed()).toBeUndefined();
    }

    const events = robots.map((robot) => ({
      robot,
      message: robot.durable({ alarmId: crypto.randomUUID(), event: 'RAISED', code: '10102', level: 3 }),
    }));
    const isAcknowledged = ({ robot, message }: (typeof events)[number]) =>
      robot.received.some(
        (it) => it.topic === 'xAck' && (it.message['acks'] as string[]).includes(message.msgId),
      );
    const [lost] = brokers.nodes;
    await lost!.kill();
    const repeat = setInterval(() => {
      for (const event of events.filter((it) => !isAcknowledged(it)))
        if (event.robot.client.connected) void event.robot.say('xAlarm', event.message, 1).catch(() => {});
    }, 300);
    onTestFinished(() => clearInterval(repeat));
    await brokers.forget(lost!.name);
    await eventually(() => events.every(isAcknowledged), 'every event to be acknowledged', waitMs);
    await untilOnline();
    const alarms = await inScope(database.db, '*', (tx) =>
      tx.raw<{ device: string; count: number }>('select device_id as device, count from alarms'),
    );
    expect(alarms.map(({ device }) => device).toSorted()).toEqual(
      devices.map(({ deviceId }) => deviceId).toSorted(),
    );
    expect(alarms.filter(({ count }) => count !== 1)).toEqual([]);
  });
});
