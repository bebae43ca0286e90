import { like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shardOf } from '../platform/cluster/shards.ts';
import { inScope } from '../platform/db/db.ts';
import { devices } from '../entities/devices/device-table.ts';
import { announceNewDevices } from '../features/devices/identity/credential-service.ts';
import { aCompany, aDevice, eventually, TestRobot, type Registered } from './test-kit/test-gateway.ts';
import {
  anInstallation,
  isOnlineAt,
  type Installation,
  type InstalledServer,
} from '../test-kit/gateway-installation.ts';

let installation: Installation;
const robotCount = 8;

beforeAll(async () => {
  installation = await anInstallation();
});
beforeEach(() => installation.database.reset());
afterEach(async () => {
  expect(await installation.reset()).toEqual([]);
});
afterAll(() => installation.close());

/** Robots, of which each of the two servers owns at least one. Their shards are random: all could fall to one server. */
async function someRobots(pair: readonly [InstalledServer, InstalledServer]) {
  await installation.untilShared(pair);
  const companyId = await aCompany(installation.database.db);
  const ownsSome = ({ cluster }: InstalledServer) =>
    installation.robots.some(({ device }) => cluster.owns(device.deviceId));
  while (installation.robots.length < robotCount || !pair.every(ownsSome))
    await installation.aRobot(companyId);
  await installation.untilOwned(pair);
}

const storedEvents = () =>
  inScope(installation.database.db, '*', (tx) =>
    tx.raw<{ id: string }>('select msg_id as id from journal_ids'),
  );

describe('two servers of one installation', () => {
  test('share the robots, and each robot is online at its owner only', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    for (const { device } of installation.robots) {
      const owner = [first, second].find((it) => it.cluster.owns(device.deviceId));
      expect(isOnlineAt(owner!, device)).toBe(true);
    }
    expect(new Set(installation.robots.map(({ device }) => shardOf(device.deviceId))).size).toBeGreaterThan(
      1,
    );
  });

  test('a server that leaves gives its robots to the other one', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    await second.stop();
    await installation.untilOwned([first]);
  });

  test('the robots of a killed server are online at the other one, and no event is lost or stored twice', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const alarmOf = (robot: TestRobot, code: string) =>
      robot.durable({ alarmId: crypto.randomUUID(), event: 'RAISED', code, level: 3 });
    const events = installation.robots.map((robot) => ({ robot, message: alarmOf(robot, '10102') }));
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
      await installation.untilOwned([first]);
      await eventually(
        async () => (await storedEvents()).length >= events.length,
        'every event to be stored',
        15_000,
      );
    } finally {
      clearInterval(repeat);
    }
    const ids = (await storedEvents()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(events.map(({ message }) => message.msgId).toSorted());
  });

  test('a robot is tested at its owner: another server names the owner, and a test ends when the owner changes', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const { device } = installation.robots.find((robot) => second.cluster.owns(robot.device.deviceId))!;
    const request = { sn: device.sn, force: true };
    await expect(first.gateway.openTest(request, () => {})).rejects.toThrow('belongs to the server server 1');
    const ends: string[] = [];
    await second.gateway.openTest(
      request,
      () => {},
      (reason) => ends.push(reason),
    );
    await second.stop();
    expect(ends).toEqual([`${device.sn} belongs to another server now.`]);
    await eventually(() => isOnlineAt(first, device), 'the robot at its new owner');
  });

  test('a robot that is registered later is received by its owner', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const late = await installation.aRobot(await aCompany(installation.database.db));
    await eventually(
      () => [first, second].some((it) => it.gateway.live(late.device.deviceId)),
      'the late robot',
    );
    await installation.untilOwned([first, second]);
  });

  test('a change that a server missed while its connection was broken is read when it is back', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const companyId = await aCompany(installation.database.db);
    installation.cutBus(first);
    const added: Registered[] = [];
    while (!added.some(({ deviceId }) => first.cluster.owns(deviceId)))
      added.push(await aDevice(installation.database.db, companyId));
    announceNewDevices(
      second.bus,
      added.map(({ deviceId }) => deviceId),
    );
    await eventually(
      () => added.every(({ deviceId }) => [first, second].some((it) => it.gateway.live(deviceId))),
      'the new devices at their owners',
    );
    await installation.untilOwned([first, second]);
  });

  test('a robot that registers itself is received by its owner, whichever server noticed it', async () => {
    const servers: InstalledServer[] = [];
    for (let i = 0; i < 2; i += 1) servers.push(await installation.aServer({ autoAdopt: 'on' }));
    await aCompany(installation.database.db);
    const unknown = Array.from({ length: robotCount }, (_, i) => ({
      deviceId: '',
      companyId: '',
      sn: `STRANGER-${i}`,
      secret: '',
      manufacturer: 'JBOT',
      protocol: 'v3' as const,
    }));
    for (const device of unknown) {
      const robot = await TestRobot.connect(installation.mqttUrl, device);
      const connection = { ...TestRobot.header(device, 1), connectionState: 'ONLINE' };
      const topic = `${TestRobot.base(device)}/connection`;
      await robot.client.publishAsync(topic, JSON.stringify(connection), { qos: 1, retain: true });
      installation.robots.push(robot);
    }
    const rows = await eventually(async () => {
      // Robots of the tests before are retained at the broker and register themselves, too.
      const isStranger = like(devices.sn, 'STRANGER-%');
      const stored = await inScope(installation.database.db, '*', (tx) =>
        tx.select().from(devices).where(isStranger),
      );
      return stored.length === robotCount && stored;
    }, 'every robot to be registered');
    await eventually(
      () => rows.every(({ id }) => servers.some(({ gateway }) => gateway.live(id))),
      'the robots at their owners',
    );
  });
});
