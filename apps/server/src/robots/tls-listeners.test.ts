import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  onOutsideBroker,
  type Registered,
} from './test-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweepline-tls-'));
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

const authority = (name: string) =>
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
    '-subj',
    `/CN=${name}`,
  );

/** A P-256 certificate for this common name, as activation would issue it. */
function certificate(name: string, signedBy: string) {
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    `/CN=${name}`,
  );
  writeFileSync(file('names.cnf'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    `${signedBy}.crt`,
    '-CAkey',
    `${signedBy}.key`,
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names.cnf',
    '-out',
    `${name}.crt`,
  );
  return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
}

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

/** Certificates for the test are made with the machine's own tool; without one they cannot be. */
const noCertificates = spawnSync('openssl', ['version']).status !== 0;

describe.skipIf(onOutsideBroker || noCertificates)('the encrypted listeners', () => {
  beforeAll(async () => {
    database = await makeDatabase();
    device = await aDevice(database.db, await aCompany(database.db));
    authority('ours');
    authority('theirs');
    [port, passwordPort] = [await freePort(), await freePort()];
    const tls = { ...certificate('broker', 'ours'), deviceCa: read('ours.crt'), port, passwordPort };
    running = await aGateway(database.db, { tls });
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await database?.close();
    rmSync(folder, { recursive: true });
  });

  const options = (more: IClientOptions): IClientOptions => ({
    ca: read('ours.crt'),
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...more,
  });
  const connect = (to: number, more: IClientOptions) =>
    mqtt.connectAsync(`mqtts://127.0.0.1:${to}`, options(more));
  /** True when it is connected; a refusal ends the line, with or without a word. */
  const letIn = (to: number, more: IClientOptions) =>
    new Promise<boolean>((resolve) => {
      const client = mqtt.connect(`mqtts://127.0.0.1:${to}`, options(more));
      const end = (how: boolean) => {
        resolve(how);
        client.end(true);
      };
      client.once('connect', () => end(true));
      client.once('error', () => end(false));
      client.once('close', () => end(false));
    });
  const say = (client: mqtt.MqttClient, sn: string) =>
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

  it('know a device by its certificate, whatever name it gives itself', async () => {
    const robot = await connect(port, {
      ...certificate(device.sn, 'ours'),
      username: 'somebody-else',
      clientId: 'anything',
    });
    await say(robot, device.sn);
    await eventually(
      () => running.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
      'the robot to be online',
    );
    await robot.endAsync();
  });

  it('refuse a certificate of another authority, none at all, and one of a device nobody registered', async () => {
    expect(await letIn(port, certificate(`${device.sn}-copy`, 'theirs'))).toBe(false);
    expect(await letIn(port, { username: device.sn, password: device.secret })).toBe(false);
    expect(await letIn(port, certificate('UNKNOWN-1', 'ours'))).toBe(false);
    expect(await letIn(port, certificate(device.sn, 'ours'))).toBe(true);
  });

  it('take a password on the other port, and only the right one', async () => {
    expect(await letIn(passwordPort, { username: device.sn, password: device.secret })).toBe(true);
    expect(await letIn(passwordPort, { username: device.sn, password: 'wrong' })).toBe(false);
  });
});
