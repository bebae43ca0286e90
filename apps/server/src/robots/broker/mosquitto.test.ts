import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectRemoteBus } from '../../platform/cluster/remote-bus.ts';
import { inScope } from '../../platform/db/db.ts';
import { createBus, createChannel } from '../../platform/socket/bus.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  newAuthority,
  createAuthority,
  type Authority,
} from '../../features/devices/identity/certificate-service.ts';
import {
  admitCertificate,
  revokeCertificates,
} from '../../features/devices/identity/device-certificate-service.ts';
import { createRevocationWriter } from './revocation-writer.ts';
import { certificateFolder, noCertificates } from '../test-kit/test-certificates.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  introduce,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { tryForeignTopics } from '../test-kit/foreign-topics.ts';
import { aMosquitto, narrowServer, noMosquitto, observer } from '../test-kit/test-mosquitto.ts';
import { aRequest } from '../test-kit/test-requests.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** The broker of docs/outside-broker.md with the server's authority and list: a Mosquitto of this test, not of MQTT_URL. */
const now = () => new Date();
const certificates = certificateFolder();
const folder = mkdtempSync(join(tmpdir(), 'sweepline-mosquitto-'));
const crl = join(folder, 'device-crl.pem');
let database: TestDatabase;
let authority: Authority;
let broker: Awaited<ReturnType<typeof aMosquitto>>;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;
let writeList: () => Promise<void>;

describe.skipIf(noMosquitto || noCertificates)('a Mosquitto with the revocation list of the server', () => {
  beforeAll(async () => {
    database = await makeDatabase();
    companyId = await aCompany(database.db);
    authority = await createAuthority(await newAuthority(now()), now());
    const deviceCa = join(folder, 'devices.crt');
    writeFileSync(deviceCa, authority.certificate);
    certificates.authority('site');
    certificates.certificate('broker', 'site');
    writeList = createRevocationWriter({ db: database.db, authority, file: crl, now });
    await writeList();
    const { file } = certificates;
    broker = await aMosquitto(folder, { cert: file('broker.crt'), key: file('broker.key'), deviceCa, crl });
    running = await aGateway(database.db, { mqttUrl: broker.url, authority });
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await broker?.stop();
    await database?.close();
    certificates.remove();
    rmSync(folder, { recursive: true });
  });

  /** A robot after activation: registered, with an issued certificate and its own key. */
  const registerRobot = async (sn?: string, ofCompany = companyId) => {
    const device = await aDevice(database.db, ofCompany, sn ? { sn } : {});
    const { csr, key } = await aRequest(device.sn);
    const issued = await authority.issue(csr, { sn: device.sn, manufacturer: 'JBOT' }, now());
    await inScope(database.db, '*', (tx) => admitCertificate(tx, now, device, issued));
    const proof: IClientOptions = { cert: issued.certificate, key, ca: certificates.read('site.crt') };
    return { device, proof };
  };
  const connectAtOnce = async () => {
    const { device, proof } = await registerRobot();
    return await TestRobot.connect(url(), device, proof);
  };
  const registerLoadedRobot = async (ofCompany = companyId) => {
    const { device, proof } = await registerRobot(undefined, ofCompany);
    announceDevice(running.bus, device.deviceId);
    await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
    return { device, proof };
  };
  const url = () => `mqtts://127.0.0.1:${broker.port}`;
  const isAccepted = ({ device, proof }: Awaited<ReturnType<typeof registerLoadedRobot>>) =>
    mqtt
      .connectAsync(url(), { ...proof, clientId: device.sn, reconnectPeriod: 0, connectTimeout: 3000 })
      .then((client) => client.endAsync(true).then(() => true))
      .catch(() => false);

  it('a revoked certificate is disconnected at once and refused after the list is reloaded; others stay connected', async () => {
    const [valid, revoked] = [await registerLoadedRobot(), await registerLoadedRobot()];
    const robots = [
      await TestRobot.connect(url(), valid.device, valid.proof),
      await TestRobot.connect(url(), revoked.device, revoked.proof),
    ];
    for (const robot of robots) await introduce(running, robot);
    const [validClosed, revokedClosed] = robots.map(
      ({ client }) => new Promise<string>((done) => client.once('close', () => done('out'))),
    );

    await inScope(database.db, '*', (tx) => revokeCertificates(tx, now, revoked.device.deviceId));
    announceDevice(running.bus, revoked.device.deviceId);
    expect(await revokedClosed).toBe('out');
    // The broker accepts the certificate until it reloads the list, without a restart.
    expect(await isAccepted(revoked)).toBe(true);
    await writeList();
    broker.reload();
    await eventually(async () => !(await isAccepted(revoked)), 'the broker to refuse it');
    expect(await isAccepted(revoked)).toBe(false);

    const stillIn = await Promise.race([validClosed, new Promise((done) => setTimeout(done, 200, 'in'))]);
    expect(stillIn).toBe('in');
    expect(await isAccepted(await registerLoadedRobot())).toBe(true);
    await robots[0]!.leave();
  });

  it('100 of 100 robots can connect and send right after a certificate is issued, without a message to the gateway', async () => {
    for (let from = 0; from < 100; from += 20) {
      const robots = await Promise.all(Array.from({ length: 20 }, () => connectAtOnce()));
      for (const robot of robots) await introduce(running, robot);
      await Promise.all(robots.map((robot) => robot.leave()));
    }
    expect(running.gateway.rejections()).toEqual([]);
  });

  it('a robot with its own certificate neither reads nor writes a topic of a robot of another company, whatever client id it uses', async () => {
    const [own, other] = [
      await registerLoadedRobot(),
      await registerLoadedRobot(await aCompany(database.db)),
    ];
    const proofs = new Map([own, other].map(({ device, proof }) => [device.sn, proof]));
    const connect = (device: Registered, clientId = device.sn) =>
      TestRobot.connect(url(), device, { ...proofs.get(device.sn), clientId });
    await tryForeignTopics({ database, running, connect, attacker: own.device, victim: other.device });
  });

  it('a packet above the limit ends the connection and is not confirmed', async () => {
    const { device, proof } = await registerLoadedRobot();
    const robot = await TestRobot.connect(url(), device, proof);
    const outcome = Promise.race([
      new Promise((done) => robot.client.once('close', () => done('closed'))),
      robot.client
        .publishAsync(`${TestRobot.base(device)}/xReport`, Buffer.alloc(1_300_000, 'a'), { qos: 1 })
        .then(() => 'confirmed'),
    ]);
    expect(await outcome).toBe('closed');
    await robot.leave();
  });

  it('topics that the rules forbid to the server are named, although the broker grants them; names may have dots', async () => {
    // The first serial numbers are named, and other tests have robots beside it.
    const { device } = await registerRobot(`0${randomUUID().slice(0, 13)}`);
    const { username, password } = narrowServer;
    const url = broker.observerUrl.replace('//', `//${username}:${encodeURIComponent(password)}@`);
    const timing = { brokerProbeMs: 200 };
    const { gateway } = await aGateway(database.db, { mqttUrl: url, interfaces: ['vda5050'], timing });
    onTestFinished(() => gateway.stop());
    await eventually(() => gateway.notFollowed()?.topics.includes('xAlarm'), 'the missing topics');
    const { serialNumbers, topics } = gateway.notFollowed()!;
    expect(serialNumbers).toContain(device.sn);
    expect(topics).toContain('xAlarm');
    expect(topics).not.toContain('state');
    await eventually(() => gateway.keepsDots() !== undefined, 'the answer about dots');
    expect([gateway.keepsDots(), running.gateway.keepsDots()]).toEqual([true, true]);
    expect(running.gateway.notFollowed()).toBeUndefined();
  });

  it('neither a robot nor an observer reads or writes what the servers say to each other', async () => {
    const log = { warn: (details: object) => void expect.unreachable(JSON.stringify(details)) };
    const options = { url: broker.url, installation: 'default', key: Buffer.alloc(32, 7), log };
    const remotes = [
      await connectRemoteBus({ ...options, serverId: 'server of one' }),
      await connectRemoteBus({ ...options, serverId: 'server of two' }),
    ];
    const [one, two] = remotes.map((remote) =>
      createBus((error) => void expect.unreachable(String(error)), remote),
    );
    const channel = createChannel('talk', z.object({ text: z.string() }));
    const received: string[] = [];
    two!.subscribe(channel, ({ content }) => void received.push(content.text));
    const { device, proof } = await registerLoadedRobot();
    const robot = await TestRobot.connect(url(), device, proof);
    const clients = [
      robot.client,
      await mqtt.connectAsync(broker.observerUrl, { ...observer, reconnectPeriod: 0 }),
    ];
    const read: string[] = [];
    const topic = 'sweepline/default/bus/talk';
    for (const client of clients) {
      client.on('message', (from) => void read.push(from));
      // The broker may refuse the subscription, or accept it and deliver nothing.
      for (const filter of [topic, 'sweepline/#', '+/+/bus/#', '#'])
        await client.subscribeAsync(filter, { qos: 1 }).catch(() => {});
      for (const to of [topic, `sweepline/default/bus/${device.sn}/talk`])
        await client.publishAsync(to, 'let me in', { qos: 1, retain: true }).catch(() => {});
    }
    // A refused message would be reported as one that no server sent; a message of a robot shows that the observer hears.
    one!.publish(channel, { text: 'hello' });
    await eventually(() => received.includes('hello'), 'the message of the other server');
    await introduce(running, robot);
    await eventually(
      () => read.includes(`${TestRobot.base(device)}/state`),
      'the observer to hear the robot',
    );
    expect(read.filter((from) => from.startsWith('sweepline/'))).toEqual([]);
    expect(received).toEqual(['hello']);
    for (const close of [...remotes.map((remote) => remote.close), () => clients[1]!.endAsync(true)])
      await close();
    await robot.leave();
  });
});
