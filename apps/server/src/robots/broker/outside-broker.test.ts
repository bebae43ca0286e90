import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { Aedes } from 'aedes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { certificateId, revokedIn } from '../identity/certificate-ids.ts';
import { newAuthority, createAuthority } from '../../features/devices/identity/certificate-service.ts';
import {
  admitCertificate,
  revokeCertificates,
} from '../../features/devices/identity/device-certificate-service.ts';
import { createRevocationWriter } from './revocation-writer.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  anOnlineRobot,
  eventually,
  TestRobot,
} from '../test-kit/test-gateway.ts';
import { aRequest } from '../test-kit/test-requests.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** An outside broker without the revocation list. */
let broker: Aedes;
let listener: Server;
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;

beforeAll(async () => {
  broker = await Aedes.createBroker();
  listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  database = await makeDatabase();
  running = await aGateway(database.db, { mqttUrl });
  folder = await mkdtemp(join(tmpdir(), 'revocations-'));
});
afterAll(async () => {
  await running.gateway.stop();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
  await database.close();
  await rm(folder, { recursive: true });
});

it('a robot with a revoked credential is disconnected from an outside broker, and its messages are ignored', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, await aCompany(database.db));
  const cut = new Promise<void>((done) => void robot.client.once('close', () => done()));
  await inScope(database.db, '*', (tx) =>
    tx.update(devices).set({ binding: 'NOT_ACTIVATED' }).where(eq(devices.id, device.deviceId)),
  );
  announceDevice(running.bus, device.deviceId);
  await cut;

  // The broker accepts it again; its messages are refused as dead letters.
  const again = await TestRobot.connect(running.gateway.mqttUrl, device);
  await again.say('connection', { connectionState: 'ONLINE' }, 1);
  await again.state();
  const refused = () =>
    inScope(database.db, '*', (tx) => tx.select().from(deadLetters).where(eq(deadLetters.sn, device.sn)));
  const letters = await eventually(async () => {
    const rows = await refused();
    return rows.some(({ topic }) => topic.endsWith('/state')) && rows;
  }, 'its messages among the dead letters');
  expect(new Set(letters.map(({ reason }) => reason))).toEqual(new Set(['REVOKED']));
  expect(running.gateway.live(device.deviceId)?.connection.state).toBe('OFFLINE');
  await again.leave();
});

it('the revocation list for an outside broker contains exactly the revoked certificates, and a TLS listener applies it', async () => {
  const { db } = database;
  const pem = await newAuthority(new Date());
  const authority = await createAuthority(pem, new Date());
  let at = new Date();
  const now = () => at;
  const file = join(folder, 'device-crl.pem');
  const companyId = await aCompany(db);
  const certified = async () => {
    const device = await aDevice(db, companyId);
    const { csr, key } = await aRequest(device.sn);
    const issued = await authority.issue(csr, { sn: device.sn, manufacturer: 'JBOT' }, at);
    await inScope(db, '*', (tx) => admitCertificate(tx, now, device, issued));
    return { ...device, key, cert: issued.certificate };
  };
  const [valid, revoked] = [await certified(), await certified()];
  const write = createRevocationWriter({ db, authority, file, now });
  const list = () => readFile(file, 'utf8');
  const readList = async () =>
    revokedIn(Buffer.from((await list()).replaceAll(/-----[^-]+-----/g, ''), 'base64'));
  await write();
  expect((await readList()).ids).toEqual([]);
  const emptyList = await authority.emptyList();
  expect(() => tls.createSecureContext({ crl: emptyList })).not.toThrow();

  await inScope(db, '*', (tx) => revokeCertificates(tx, now, revoked.deviceId));
  await write();
  const idOf = ({ cert }: { cert: string }) => certificateId(new X509Certificate(cert).raw);
  expect((await readList()).ids).toEqual([idOf(revoked)]);
  const tlsServer = tls.createServer({
    cert: pem,
    key: pem,
    ca: authority.certificate,
    crl: await list(),
    requestCert: true,
    rejectUnauthorized: true,
  });
  tlsServer.on('tlsClientError', () => {});
  tlsServer.on('secureConnection', (socket) => socket.end('welcome'));
  await once(tlsServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = tlsServer.address() as AddressInfo;
  const answerTo = (robot: typeof valid) =>
    new Promise<string>((done) => {
      const { cert, key } = robot;
      const socket = tls.connect({ port, host: '127.0.0.1', cert, key, rejectUnauthorized: false });
      socket.on('data', (data: Buffer) => done(data.toString()));
      socket.on('error', () => {});
      socket.on('close', () => done('refused'));
    });
  expect(await answerTo(valid)).toBe('welcome');
  expect(await answerTo(revoked)).toBe('refused');
  tlsServer.close();

  // An unchanged list is not rewritten until it grows old.
  const first = await list();
  at = new Date(at.getTime() + 3_600_000);
  await write();
  expect(await list()).toBe(first);
  at = new Date(at.getTime() + 12 * 3_600_000);
  await write();
  expect((await readList()).nextUpdate!.getTime()).toBeGreaterThan(at.getTime() + 29 * 24 * 3_600_000);
});
