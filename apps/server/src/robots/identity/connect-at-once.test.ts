import { deviceCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { ownTestServer } from '../../test-kit/test-server.ts';
import { newCredential } from '../../features/devices/identity/credential-service.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  introduce,
  onOutsideBroker,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

const isAccepted = (url: string, username: string, password: string) =>
  mqtt
    .connectAsync(url, { username, password, clientId: username, reconnectPeriod: 0 })
    .then((client) => client.endAsync(true).then(() => true))
    .catch(() => false);

/** Changes are not announced here, so memory is behind the database. */
describe.skipIf(onOutsideBroker)('a gateway without announcements', () => {
  let database: TestDatabase;
  let running: Awaited<ReturnType<typeof aGateway>>;
  let companyId: string;
  const robots: TestRobot[] = [];
  const connect = async (device: Registered) => {
    const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
    robots.push(robot);
    return robot;
  };
  const setDevice = (deviceId: string, change: Partial<typeof devices.$inferInsert>) =>
    inScope(database.db, '*', (tx) => tx.update(devices).set(change).where(eq(devices.id, deviceId)));

  beforeAll(async () => {
    database = await makeDatabase();
    companyId = await aCompany(database.db);
    running = await aGateway(database.db);
  });
  afterEach(async () => {
    await Promise.all(robots.splice(0).map((robot) => robot.leave()));
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await database?.close();
  });

  it('accepts a device that has just been registered, and its first messages', async () => {
    const robot = await connect(await aDevice(database.db, companyId));
    await introduce(running, robot);
    expect(running.gateway.rejections()).toEqual([]);
  });

  it('accepts a renewed secret and closes the connection with the former one', async () => {
    const device = await aDevice(database.db, companyId);
    const former = await connect(device);
    const closed = new Promise<string>((done) => former.client.once('close', () => done('closed')));
    const { secret, secretHash } = newCredential();
    await setDevice(device.deviceId, { secretHash });
    const renewed = await connect({ ...device, secret });
    expect(await closed).toBe('closed');
    expect(await isAccepted(running.gateway.mqttUrl, device.sn, device.secret)).toBe(false);
    // The late announcement changes nothing: the connection uses the present secret.
    announceDevice(running.bus, device.deviceId);
    await introduce(running, renewed);
    expect(renewed.client.connected).toBe(true);
  });

  it('accepts a device that was deleted and registered again with the same serial number', async () => {
    const former = await aDevice(database.db, companyId);
    announceDevice(running.bus, former.deviceId);
    await eventually(() => running.gateway.live(former.deviceId), 'the gateway to know the device');
    await inScope(database.db, '*', (tx) => tx.delete(devices).where(eq(devices.id, former.deviceId)));
    const device = await aDevice(database.db, companyId, { sn: former.sn });
    await introduce(running, await connect(device));
  });

  it('accepts a device that is bound again, without a revocation in the rejections', async () => {
    const device = await aDevice(database.db, companyId, { binding: 'NOT_ACTIVATED' });
    expect(await isAccepted(running.gateway.mqttUrl, device.sn, device.secret)).toBe(false);
    await setDevice(device.deviceId, { binding: 'ACTIVATED' });
    await introduce(running, await connect(device));
    expect(running.gateway.rejections()).toEqual([]);
  });

  it('refuses a wrong secret, an unknown serial number and another spelling', async () => {
    const device = await aDevice(database.db, companyId);
    const url = running.gateway.mqttUrl;
    expect(await isAccepted(url, device.sn, 'wrong')).toBe(false);
    expect(await isAccepted(url, 'UNKNOWN-1', device.secret)).toBe(false);
    expect(await isAccepted(url, device.sn.toLowerCase(), device.secret)).toBe(false);
    expect(await isAccepted(url, device.sn, device.secret)).toBe(true);
  });
});

const robotCount = 100;
const inFlight = 20;
/** Runs `work` for 100 robots, some at a time, as at the commissioning of a building. */
async function forEachRobot<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < robotCount; from += inFlight)
    results.push(...(await Promise.all(Array.from({ length: inFlight }, (_, at) => work(from + at)))));
  return results;
}

describe.skipIf(onOutsideBroker)('a server that has just issued a credential', () => {
  const server = ownTestServer();
  const { superAdmin } = people;

  const isAcceptedHere = (username: string, password: string) =>
    isAccepted(server.gateway.mqttUrl, username, password);
  const addDevice = (index: number) =>
    server.ok(deviceCalls.register, superAdmin, {
      sn: `J30C1${index}`,
      manufacturer: 'JBOT',
      model: 'J30',
      protocol: 'v3',
      nickname: `Robot ${index}`,
      companyId: companyIds.mall,
    });

  it('accepts 100 of 100 robots that connect right after activation', async () => {
    const accepted = await forEachRobot(async (index) => {
      const sn = `J30C2${index}`;
      const { code } = await server.aCode();
      const answer = await server.app.inject({
        method: 'POST',
        url: '/device/v1/activate',
        payload: {
          manufacturer: 'JBOT',
          serialNumber: sn,
          model: 'J30',
          hardwareId: `hw-${sn}`,
          activationCode: code,
          credentialType: 'PASSWORD',
          nonce: 'nonce-0001',
          versions: { software: '2.4.1' },
        },
        remoteAddress: `192.0.2.${index}`,
      });
      return await isAcceptedHere(sn, answer.json<{ password: string }>().password);
    });
    expect(accepted.filter((it) => !it)).toEqual([]);
  });

  it('accepts 100 of 100 robots that connect right after registration and right after a renewed secret', async () => {
    const accepted = await forEachRobot(async (index) => {
      const { device, username, password } = await addDevice(index);
      const added = await isAcceptedHere(username, password);
      const renewed = await server.ok(deviceCalls.renewSecret, superAdmin, { id: device.id });
      return [
        added,
        await isAcceptedHere(username, renewed.password),
        !(await isAcceptedHere(username, password)),
      ];
    });
    expect(accepted.flat().filter((it) => !it)).toEqual([]);
  });

  it('shows a robot as online that sends right after the answer', async () => {
    const { device, password } = await addDevice(0);
    const { id: deviceId, sn } = device;
    const robot = await TestRobot.connect(server.gateway.mqttUrl, {
      deviceId,
      sn,
      companyId: companyIds.mall,
      secret: password,
      manufacturer: 'JBOT',
      protocol: 'v3',
    });
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.state();
    await eventually(
      () => server.gateway.live(deviceId)?.connection.state === 'ONLINE',
      'the robot to be online',
    );
    await robot.leave();
  });
});
