import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { brokerMaxBytes } from '@sweepline/contract/robot';
import mqtt from 'mqtt';
import { deviceLives } from '../entities/devices/device-live-table.ts';
import { inScope } from '../platform/db/db.ts';
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
import { announceDevice } from '../features/devices/identity/credential-service.ts';

let database: TestDatabase;
let companyId: string;
let running: Awaited<ReturnType<typeof aGateway>>;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const count = (reason: string) => running.gateway.rejections().find((it) => it.reason === reason)?.count ?? 0;

describe('a robot and the gateway', () => {
  it('a robot is online with position and battery after its first state, and offline after its OFFLINE message', async () => {
    const device = await aDevice(database.db, companyId);
    running = await aGateway(database.db);
    const { gateway, pushed } = running;
    const robot = await TestRobot.connect(gateway.mqttUrl, device);
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.state();
    const live = await eventually(() => {
      const it = gateway.live(device.deviceId);
      return it?.connection.state === 'ONLINE' && it.position && it;
    }, 'the robot to be online');
    expect(live.position?.value).toMatchObject({ x: 1, y: 2, mapId: 'm1' });
    expect(live.battery?.value.soc).toBe(80);
    expect(live.mode?.value.mode).toBe('STANDBY');
    expect(pushed.some((it) => it.channel === '/ws/online')).toBe(true);

    const row = await eventually(
      () =>
        inScope(database.db, '*', (tx) =>
          tx.select().from(deviceLives).where(eq(deviceLives.id, device.deviceId)),
        ).then(([it]) => it?.soc === 80 && it),
      'the live row',
    );
    expect(row.state).toBe('ONLINE');
    await eventually(
      () =>
        pushed.some(
          ({ channel, content }) =>
            channel === '/ws/standing' && (content as { mapId: string }).mapId === 'm1',
        ),
      'the robot on its map',
    );

    await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    await eventually(
      () => gateway.live(device.deviceId)?.connection.reason === 'GRACEFUL',
      'the robot to be offline',
    );
    await robot.leave();
  });

  it.skipIf(onOutsideBroker)('a client with a wrong secret or an unknown name is refused', async () => {
    const device = await aDevice(database.db, companyId);
    announceDevice(running.bus, device.deviceId);
    const { mqttUrl } = running.gateway;
    const attempt = (username: string, password: string) =>
      mqtt.connectAsync(mqttUrl, { username, password, reconnectPeriod: 0 }, false);
    await expect(attempt(device.sn, 'wrong')).rejects.toThrow();
    await expect(attempt('nobody', device.secret)).rejects.toThrow();
    await expect(mqtt.connectAsync(mqttUrl, { reconnectPeriod: 0 }, false)).rejects.toThrow();
    const client = await eventually(
      () => attempt(device.sn, device.secret).catch(() => undefined),
      'a connection',
    );
    await client.endAsync(true);
  });

  it.skipIf(onOutsideBroker)(
    'messages and subscriptions under another serial number are dropped and counted',
    async () => {
      const [own, other] = [await aDevice(database.db, companyId), await aDevice(database.db, companyId)];
      for (const it of [own, other]) announceDevice(running.bus, it.deviceId);
      const robot = await eventually(
        () => TestRobot.connect(running.gateway.mqttUrl, own).catch(() => undefined),
        'a connection',
      );
      const before = count('FOREIGN_TOPIC');
      const foreign = `vda5050/v3/JBOT/${other.sn}/state`;
      await robot.client.publishAsync(foreign, JSON.stringify({ ...TestRobot.header(other, 1) }), { qos: 1 });
      await robot.client.publishAsync(`vda5050/v3/JBOT/${own.sn}/order`, '{}', { qos: 1 });
      for (const filter of ['#', 'vda5050/#', 'vda5050/+/+/+/order', `vda5050/v3/JBOT/${other.sn}/order`])
        await expect(robot.client.subscribeAsync(filter)).rejects.toThrow();
      expect(count('FOREIGN_TOPIC')).toBe(before + 6);
      expect(running.gateway.live(other.deviceId)?.connection.lastSeenAt ?? null).toBeNull();
      // The connection stays open: one wrong topic must not disconnect a robot.
      expect(robot.client.connected).toBe(true);
      await robot.leave();
    },
  );

  it.skipIf(onOutsideBroker)(
    'a vehicle of version 1 is counted and flagged, and its messages are not applied',
    async () => {
      const device = await aDevice(database.db, companyId);
      announceDevice(running.bus, device.deviceId);
      const robot = await eventually(
        () => TestRobot.connect(running.gateway.mqttUrl, device).catch(() => undefined),
        'a connection',
      );
      const before = count('UNSUPPORTED_MAJOR');
      const message = JSON.stringify({ ...TestRobot.header(device, 0), version: '1.1.0' });
      await robot.client.publishAsync(`vda5050/v1/JBOT/${device.sn}/state`, message, { qos: 1 });
      expect(count('UNSUPPORTED_MAJOR')).toBe(before + 1);
      const live = running.gateway.live(device.deviceId);
      expect(live?.conformance).toContain('UNSUPPORTED_MAJOR');
      expect(live?.connection.state).toBe('OFFLINE');
      await robot.leave();
    },
  );

  it('a state of nearly 1 MB with thousands of node states is used', async () => {
    const device = await aDevice(database.db, companyId);
    announceDevice(running.bus, device.deviceId);
    const robot = await eventually(
      () => TestRobot.connect(running.gateway.mqttUrl, device).catch(() => undefined),
      'a connection',
    );
    const nodeStates = Array.from({ length: 6_800 }, (_, n) => ({
      nodeId: `a node with a long and telling name, number ${n}`,
      sequenceId: 2 * n,
      released: true,
      nodePosition: { x: n / 10, y: 5, mapId: 'hall' },
    }));
    const message = { ...TestRobot.header(device, 0), ...idleState, nodeStates };
    const payload = JSON.stringify(message);
    expect(payload.length).toBeGreaterThan(900_000);
    expect(payload.length).toBeLessThan(1024 * 1024);
    await robot.client.publishAsync(`vda5050/v3/JBOT/${device.sn}/state`, payload, { qos: 1 });
    await eventually(
      () =>
        running.gateway.live(device.deviceId)?.position?.value.mapId === idleState.mobileRobotPosition.mapId,
      'the state',
    );
    expect(running.gateway.live(device.deviceId)?.connection.state).toBe('ONLINE');
    await robot.leave();
  });

  it.skipIf(onOutsideBroker)('a client that sends a packet beyond the limit is disconnected', async () => {
    const device = await aDevice(database.db, companyId);
    announceDevice(running.bus, device.deviceId);
    const robot = await eventually(
      () => TestRobot.connect(running.gateway.mqttUrl, device).catch(() => undefined),
      'a connection',
    );
    const before = count('TOO_LARGE');
    const closed = new Promise<void>((done) => robot.client.once('close', () => done()));
    robot.client.publish(`vda5050/v3/JBOT/${device.sn}/state`, 'x'.repeat(brokerMaxBytes + 1));
    await closed;
    expect(count('TOO_LARGE')).toBe(before + 1);
    await robot.leave();
  });

  it.skipIf(onOutsideBroker)('a client is disconnected when its secret is renewed', async () => {
    const device = await aDevice(database.db, companyId);
    announceDevice(running.bus, device.deviceId);
    const robot = await eventually(
      () => TestRobot.connect(running.gateway.mqttUrl, device).catch(() => undefined),
      'a connection',
    );
    const closed = new Promise<void>((done) => robot.client.once('close', () => done()));
    await database.asOwner((sql) => sql`update devices set secret_hash = 'x' where id = ${device.deviceId}`);
    announceDevice(running.bus, device.deviceId);
    await closed;
    await robot.leave();
  });
});
