import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { newAuthority, createAuthority, type Authority } from '../identity/certificate-service.ts';
import { admitCertificate, revokeCertificates } from '../identity/device-certificate-service.ts';
import { createRevocationWriter } from './revocation-writer.ts';
import { certificateFolder, noCertificates } from '../test-kit/test-certificates.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';
import { aMosquitto, noMosquitto } from '../test-kit/test-mosquitto.ts';
import { aRequest } from '../test-kit/test-requests.ts';

/** The broker of docs/outside-broker.md with our authority and our list: a Mosquitto of the test's own, whatever MQTT_URL says. */
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

describe.skipIf(noMosquitto || noCertificates)('a Mosquitto that reads our revocation list', () => {
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

  /** A robot as activation leaves it: registered, with a certificate of ours and the key it made itself. */
  const aCommitted = async () => {
    const device = await aDevice(database.db, companyId);
    const { csr, key } = await aRequest(device.sn);
    const issued = await authority.issue(csr, { sn: device.sn, manufacturer: 'JBOT' }, now());
    await inScope(database.db, '*', (tx) => admitCertificate(tx, now, device, issued));
    const proof: IClientOptions = { cert: issued.certificate, key, ca: certificates.read('site.crt') };
    return { device, proof };
  };
  const aRobotAtOnce = async () => {
    const { device, proof } = await aCommitted();
    return await TestRobot.connect(url(), device, proof);
  };
  const aCertified = async () => {
    const { device, proof } = await aCommitted();
    running.bus.publish('gateway/device', { deviceId: device.deviceId });
    await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
    return { device, proof };
  };
  const url = () => `mqtts://127.0.0.1:${broker.port}`;
  const isLetIn = ({ device, proof }: Awaited<ReturnType<typeof aCertified>>) =>
    mqtt
      .connectAsync(url(), { ...proof, clientId: device.sn, reconnectPeriod: 0, connectTimeout: 3000 })
      .then((client) => client.endAsync(true).then(() => true))
      .catch(() => false);

  it('a certificate that was taken back is put out at once, and refused once the list was read again; the others stay', async () => {
    const [good, bad] = [await aCertified(), await aCertified()];
    const robots = [
      await TestRobot.connect(url(), good.device, good.proof),
      await TestRobot.connect(url(), bad.device, bad.proof),
    ];
    for (const robot of robots) await introduce(running, robot);
    const [kept, put] = robots.map(
      ({ client }) => new Promise<string>((done) => client.once('close', () => done('out'))),
    );

    await inScope(database.db, '*', (tx) => revokeCertificates(tx, now, bad.device.deviceId));
    running.bus.publish('gateway/device', { deviceId: bad.device.deviceId });
    expect(await put).toBe('out');
    // Until the list is read again the broker knows no better; then it does, and without a restart.
    expect(await isLetIn(bad)).toBe(true);
    await writeList();
    broker.reload();
    await eventually(async () => !(await isLetIn(bad)), 'the broker to refuse it');
    expect(await isLetIn(bad)).toBe(false);

    const stillIn = await Promise.race([kept, new Promise((done) => setTimeout(done, 200, 'in'))]);
    expect(stillIn).toBe('in');
    expect(await isLetIn(await aCertified())).toBe(true);
    await robots[0]!.leave();
  });

  it('100 of 100 robots connect right after they got a certificate, and the gateway takes their first words unannounced', async () => {
    for (let from = 0; from < 100; from += 20) {
      const robots = await Promise.all(Array.from({ length: 20 }, () => aRobotAtOnce()));
      for (const robot of robots) await introduce(running, robot);
      await Promise.all(robots.map((robot) => robot.leave()));
    }
    expect(running.gateway.rejections()).toEqual([]);
  });

  it('R22: a robot with a certificate reaches its own topics and no others, whatever name it gives itself', async () => {
    const [mine, other] = [await aCertified(), await aCertified()];
    const robot = await TestRobot.connect(url(), mine.device, { ...mine.proof, clientId: other.device.sn });
    const sendAs = (sn: string) =>
      robot.client.publishAsync(
        `vda5050/v3/JBOT/${sn}/state`,
        JSON.stringify({ ...TestRobot.header({ ...mine.device, sn }, 1), ...idleState }),
        { qos: 1 },
      );
    await sendAs(other.device.sn);
    await introduce(running, robot);
    expect(running.gateway.live(other.device.deviceId)?.connection.lastSeenAt).toBeNull();

    await robot.client.subscribeAsync('vda5050/#', { qos: 1 });
    const heard: string[] = [];
    robot.client.on('message', (topic) => void heard.push(topic));
    const theirs = await TestRobot.connect(url(), other.device, other.proof);
    await introduce(running, theirs);
    expect(heard.filter((topic) => topic.includes(other.device.sn))).toEqual([]);
    await robot.leave();
    await theirs.leave();
  });
});
