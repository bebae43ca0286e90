import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionRefusals } from '../../entities/installation/connection-refusal-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  onOutsideBroker,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { tryForeignTopics } from '../test-kit/foreign-topics.ts';
import { createRevocationList, type RevocationList } from './revocation-list.ts';
import { certificateFolder, noCertificates } from '../test-kit/test-certificates.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let device: Registered;
let [port, passwordPort] = [0, 0];
let revoked: RevocationList;
/** The errors that the gateway logs about an unusable list. */
const errors: string[] = [];

const certificates = certificateFolder();
const { authority, certificate, read } = certificates;

describe.skipIf(onOutsideBroker || noCertificates)('the encrypted listeners', () => {
  beforeAll(async () => {
    database = await makeDatabase();
    device = await aDevice(database.db, await aCompany(database.db));
    authority('ours');
    authority('theirs');
    [port, passwordPort] = [await freePort(), await freePort()];
    revoked = createRevocationList(certificates.list('revoked.pem', 'ours'), {
      now: () => new Date(),
      log: { info: () => {}, warn: () => {}, error: (_details, message) => void errors.push(message) },
      everyMs: 50,
    });
    const deviceCa = read('ours.crt');
    const tls = { ...certificate('broker', 'ours'), deviceCa, revoked, port, passwordPort };
    running = await aGateway(database.db, { tls });
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await database?.close();
    certificates.remove();
  });

  const options = (more: IClientOptions): IClientOptions => ({
    ca: read('ours.crt'),
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...more,
  });
  const connect = (toPort: number, overrides: IClientOptions) =>
    mqtt.connectAsync(`mqtts://127.0.0.1:${toPort}`, options(overrides));
  /** True when the client is connected; a refusal closes the connection, with or without a CONNACK. */
  const isAccepted = (toPort: number, more: IClientOptions) =>
    new Promise<boolean>((resolve) => {
      const client = mqtt.connect(`mqtts://127.0.0.1:${toPort}`, options(more));
      const end = (accepted: boolean) => {
        resolve(accepted);
        client.end(true);
      };
      client.once('connect', () => end(true));
      client.once('error', () => end(false));
      client.once('close', () => end(false));
    });
  const sendState = (client: mqtt.MqttClient, sn: string) =>
    client.publishAsync(
      `vda5050/v3/JBOT/${sn}/state`,
      JSON.stringify({
        ...idleState,
        headerId: 1,
        timestamp: new Date().toISOString(),
        version: '3.0.0',
        manufacturer: 'JBOT',
        serialNumber: sn,
      }),
      { qos: 1 },
    );

  it('a device is identified by its certificate, whatever user name and client id it sends', async () => {
    const robot = await connect(port, {
      ...certificate(device.sn, 'ours'),
      username: 'somebody-else',
      clientId: 'anything',
    });
    await sendState(robot, device.sn);
    await eventually(
      () => running.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
      'the robot to be online',
    );
    await robot.endAsync();
  });

  it('a client is refused with a certificate of another authority, without one, and with one of an unregistered device', async () => {
    expect(await isAccepted(port, certificate(`${device.sn}-copy`, 'theirs'))).toBe(false);
    expect(await isAccepted(port, { username: device.sn, password: device.secret })).toBe(false);
    expect(await isAccepted(port, certificate('UNKNOWN-1', 'ours'))).toBe(false);
    expect(await isAccepted(port, certificate(device.sn, 'ours'))).toBe(true);
  });

  it('the password port accepts only the right password', async () => {
    expect(await isAccepted(passwordPort, { username: device.sn, password: device.secret })).toBe(true);
    expect(await isAccepted(passwordPort, { username: device.sn, password: 'wrong' })).toBe(false);
  });

  it('a robot with its own certificate or password neither reads nor writes a topic of a robot of another company', async () => {
    const { db } = database;
    const [attackers, victims] = [await aCompany(db), await aCompany(db)];
    const url = (toPort: number) => `mqtts://127.0.0.1:${toPort}`;
    const proofs = {
      certificate: async (robot: Registered, clientId = robot.sn) =>
        await TestRobot.connect(url(port), robot, { ...options(certificate(robot.sn, 'ours')), clientId }),
      password: async (robot: Registered, clientId = robot.sn) =>
        await TestRobot.connect(url(passwordPort), robot, options({ clientId })),
    };
    for (const connectAs of Object.values(proofs)) {
      const [attacker, victim] = [await aDevice(db, attackers), await aDevice(db, victims)];
      for (const { deviceId } of [attacker, victim]) {
        announceDevice(running.bus, deviceId);
        await eventually(() => running.gateway.live(deviceId), 'the gateway to know the device');
      }
      await tryForeignTopics({ database, running, connect: connectAs, attacker, victim });
    }
  });

  it('a stock vehicle with a certificate is online with map, position and full battery', async () => {
    const { db } = database;
    const plain = { manufacturer: 'ACME', model: 'PLAIN', protocol: 'v2' } as const;
    const { deviceId, sn } = await aDevice(db, device.companyId, plain);
    announceDevice(running.bus, deviceId);
    await eventually(() => running.gateway.live(deviceId), 'the gateway to know the vehicle');
    certificate(sn, 'ours');
    const files = [`${sn}.key`, `${sn}.crt`, 'ours.crt'].map(certificates.file);
    const program = join(import.meta.dirname, '../test-kit/stock-vehicle.ts');
    const vehicle = spawn('node', [program, `mqtts://127.0.0.1:${port}`, 'ACME', sn, '', '100', ...files], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(vehicle, 'exit');
    const live = await eventually(() => {
      const it = running.gateway.live(deviceId);
      return it?.connection.state === 'ONLINE' && it.battery && it.position && it;
    }, 'the vehicle to be online');
    expect(live.position?.value).toMatchObject({ mapId: 'local', x: 0, y: 0 });
    expect(live.battery?.value.soc).toBe(100);
    vehicle.kill('SIGKILL');
    await exited;
    await eventually(
      () => running.gateway.live(deviceId)?.connection.state === 'OFFLINE',
      'it to be offline',
      10_000,
    );
  });

  it('the connection of a revoked certificate is closed, and the certificate is refused from then on', async () => {
    const other = await connect(port, certificate(device.sn, 'ours'));
    const { deviceId, sn } = await aDevice(database.db, device.companyId);
    announceDevice(running.bus, deviceId);
    await eventually(() => running.gateway.live(deviceId), 'the gateway to know the device');
    const identity = certificate(sn, 'ours');
    const revokedClient = await connect(port, identity);
    const closed = new Promise<void>((done) => void revokedClient.once('close', () => done()));
    certificates.revoke(sn, 'ours');
    certificates.list('revoked.pem', 'ours');
    await closed;
    expect(await isAccepted(port, identity)).toBe(false);
    expect(other.connected).toBe(true);
    await other.endAsync();
    // The certificate is revoked, not the device: a new certificate is accepted.
    expect(await isAccepted(port, certificate(sn, 'ours'))).toBe(true);
  });

  it('each refused certificate is listed with its name and reason', async () => {
    const { sn } = await aDevice(database.db, device.companyId);
    const revokedIdentity = certificate(`${sn}-revoked`, 'ours');
    certificates.revoke(`${sn}-revoked`, 'ours');
    certificates.list('revoked.pem', 'ours');
    const identities = [
      revokedIdentity,
      // It ends with the second in which it was made.
      certificate(`${sn}-expired`, 'ours', 0),
      certificate(`${sn}-theirs`, 'theirs'),
      certificate(`${sn}-unknown`, 'ours'),
    ];
    const reasons = [
      `${sn}-revoked CERTIFICATE_REVOKED`,
      `${sn}-expired CERTIFICATE_EXPIRED`,
      `${sn}-theirs CERTIFICATE_INVALID`,
      `${sn}-unknown UNKNOWN_DEVICE`,
    ];
    // Before the list is read again and the certificate has expired, the robot is refused as unknown.
    await eventually(async () => {
      for (const identity of identities) expect(await isAccepted(port, identity)).toBe(false);
      const rows = await inScope(database.db, '*', (tx) => tx.select().from(connectionRefusals));
      const listed = new Set(rows.map((it) => `${it.sn} ${it.reason}`));
      return reasons.every((reason) => listed.has(reason));
    }, 'the refusals');
  });

  it('the previous list stays in force while the file is invalid', async () => {
    const listFile = certificates.file('revoked.pem');
    copyFileSync(listFile, certificates.file('good.pem'));
    const identity = certificate(device.sn, 'ours');
    certificates.revoke(device.sn, 'ours');
    writeFileSync(listFile, 'half a file');
    await eventually(
      () => errors.some((it) => it.includes('could not be read again')),
      'the error in the log',
    );
    expect(await isAccepted(port, identity)).toBe(true);
    certificates.list('revoked.pem', 'ours');
    await eventually(async () => !(await isAccepted(port, identity)), 'the list to be read again');
  });

  it('an expired list is logged: no certificate is accepted any more', () => {
    const warned: string[] = [];
    const log = {
      info: () => {},
      warn: (_: object, text: string) => void warned.push(text),
      error: () => {},
    };
    const file = certificates.file('revoked.pem');
    createRevocationList(file, { now: () => new Date(), log }).close();
    expect(warned).toEqual([]);
    createRevocationList(file, { now: () => new Date(Date.now() + 3 * 86_400_000), log }).close();
    expect(warned).toEqual(['the revocation list has expired: no device can connect']);
  });
});
