import { createRequestLimits } from '../../platform/limits/request-limits.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokerAddresses } from '../../app/broker-addresses.ts';
import { deviceCalls } from '../../app/device-calls.ts';
import { listenForDevices } from '../../app/device-https.ts';
import { deviceCertificates } from '../../entities/devices/certificate-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { codeBuilders } from '../../test-kit/builders/code-builders.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { testKeys } from '../../test-kit/keys.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import {
  presentCertificate,
  revokeCertificates,
} from '../../features/devices/identity/device-certificate-service.ts';
import { certificateFolder, noCertificates } from '../test-kit/test-certificates.ts';
import { aCompany, aGateway, eventually, onOutsideBroker } from '../test-kit/test-gateway.ts';

/**
 * The simulated robot from activation to the console: HTTPS, its own key, and mutual TLS
 * (docs/protocol/credentials.md#activation).
 */
const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

const certificates = certificateFolder();
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let aCode: ReturnType<typeof codeBuilders>['aCode'];
let companyId: string;
let folder: string;
let httpsUrl: string;
let robot: ChildProcess | undefined;
let stopListening: () => Promise<unknown>;
const output: string[] = [];
const now = () => new Date();

describe.skipIf(onOutsideBroker || noCertificates)('a robot from the factory', () => {
  beforeAll(async () => {
    database = await makeDatabase();
    const { db } = database;
    const { vault, authority } = await testKeys();
    aCode = codeBuilders(db, now, vault).aCode;
    companyId = await aCompany(db);
    folder = await mkdtemp(join(tmpdir(), 'sweepline-activation-'));
    certificates.authority('ours');
    const [port, passwordPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
    const tls = {
      ...certificates.certificate('server', 'ours'),
      deviceCa: authority.certificate,
      port,
      passwordPort,
    };
    running = await aGateway(db, { tls, authority });
    const { bus, gateway } = running;
    const brokerFor = brokerAddresses(gateway.mqttUrl, gateway.tlsPorts);
    const files = createFileStore(pathToFileURL(join(folder, 'files')).href);
    const { refusals } = running.gateway;
    const keepsDots = () => true;
    const calls = deviceCalls({ db, files, now, bus, refusals, vault, authority, brokerFor, keepsDots });
    stopListening = await listenForDevices(
      calls,
      tls,
      { HOST: '127.0.0.1', DEVICE_HTTPS_PORT: httpsPort },
      createRequestLimits(now),
    );
    httpsUrl = `https://127.0.0.1:${httpsPort}`;
  });
  afterEach(async () => {
    output.length = 0;
    await powerOff();
  });
  afterAll(async () => {
    await stopListening?.();
    await running?.gateway.stop();
    await database?.close();
    certificates.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
  function powerOn(sn: string, ...extraArgs: string[]) {
    const target = ['--http', httpsUrl, '--ca', certificates.file('ours.crt'), '--state', join(folder, sn)];
    robot = spawn('node', [program, 'run', '--sn', sn, '--model', 'J30', ...target, ...extraArgs], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: robot.stdout! }).on('line', (line) => void output.push(line));
  }
  async function powerOff() {
    const child = robot;
    robot = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  const waitForOutput = (text: string) =>
    eventually(() => output.some((line) => line.includes(text)), `the robot to say "${text}"`, 40_000);
  const rowOf = async (sn: string) =>
    (await inScope(database.db, '*', (tx) => tx.select().from(devices).where(eq(devices.sn, sn))))[0];
  const waitUntilOnline = (sn: string) =>
    eventually(
      async () => {
        const row = await rowOf(sn);
        return row && running.gateway.live(row.id)?.connection.state === 'ONLINE' && row;
      },
      `${sn} to be online`,
      40_000,
    );

  it('creates its key, receives a certificate, and connects over mutual TLS; after a restart it needs no code', async () => {
    const { code } = await aCode({ companyId });
    powerOn('J30C0901', '--activate', code, '--credential', 'certificate');
    const device = await waitUntilOnline('J30C0901');
    expect(device).toMatchObject({ companyId, binding: 'ACTIVATED', hardwareVersion: 'J30-R2' });
    await powerOff();
    output.length = 0;
    powerOn('J30C0901', '--activate', 'none', '--credential', 'certificate');
    await waitForOutput('online');
    expect(output.join('\n')).not.toContain('screen asks');
  });

  it('is disconnected at once when its certificate is revoked, and refused from then on', async () => {
    const { code } = await aCode({ companyId });
    powerOn('J30C0902', '--activate', code, '--credential', 'certificate');
    const { id } = await waitUntilOnline('J30C0902');
    output.length = 0;
    await inScope(database.db, '*', async (tx) => {
      expect(await revokeCertificates(tx, now, id)).toBe(1);
      await tx.update(devices).set({ binding: 'NOT_ACTIVATED' }).where(eq(devices.id, id));
      tx.afterCommit(() => announceDevice(running.bus, id));
    });
    // The robot reads its status, is unbound, wipes itself and returns to its first screen.
    await waitForOutput('screen asks for an activation code');
  });

  it('renews its certificate when a person asks for it, and reconnects with the new one', async () => {
    const { code } = await aCode({ companyId });
    powerOn('J30C0905', '--activate', code, '--credential', 'certificate');
    const { id: deviceId } = await waitUntilOnline('J30C0905');
    const serialOf = async () =>
      (await inScope(database.db, '*', (tx) => presentCertificate(tx, deviceId)))?.serial;
    const former = await serialOf();
    const { commands } = running.gateway;
    const request = { deviceId, type: 'device.rotateCredential', params: {}, by: 'mei' } as const;
    expect(await commands.sendAndWait(request, 20_000)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await serialOf()).not.toBe(former);
    await waitForOutput('certificate renewed');
    // Only the new certificate is valid now.
    await inScope(database.db, '*', async (tx) => {
      const own = and(eq(deviceCertificates.deviceId, deviceId), eq(deviceCertificates.serial, former ?? ''));
      await tx.update(deviceCertificates).set({ revokedAt: now().toISOString() }).where(own);
      tx.afterCommit(() => announceDevice(running.bus, deviceId));
    });
    await powerOff();
    output.length = 0;
    powerOn('J30C0905', '--activate', 'none', '--credential', 'certificate');
    await waitForOutput('online');
  });

  it('asks for another code after it was unbound, and then belongs to another company', async () => {
    const [first, second] = [
      await aCode({ companyId }),
      await aCode({ companyId: await aCompany(database.db) }),
    ];
    powerOn('J30C0903', '--activate', `${first.code},${second.code}`);
    const { id } = await waitUntilOnline('J30C0903');
    await inScope(database.db, '*', async (tx) => {
      const [row] = await tx.select().from(devices).where(eq(devices.id, id));
      await tx
        .update(devices)
        .set({ binding: 'NOT_ACTIVATED', formerSecretHash: row!.secretHash, secretHash: 'none' })
        .where(eq(devices.id, id));
      tx.afterCommit(() => announceDevice(running.bus, id));
    });
    await waitForOutput('screen asks for an activation code');
    await eventually(
      async () => (await rowOf('J30C0903'))?.companyId === second.companyId,
      'a new owner',
      40_000,
    );
    expect((await waitUntilOnline('J30C0903')).id).toBe(id);
  });

  it('keeps its credential after enrolment only, and reports the reason of a refusal', async () => {
    const { code } = await aCode({ companyId, model: 'J40' });
    const enrol = (model: string, sn: string) =>
      new Promise<number | null>((done) => {
        const target = [
          '--http',
          httpsUrl,
          '--ca',
          certificates.file('ours.crt'),
          '--state',
          join(folder, sn),
        ];
        const args = ['activate', '--code', code, '--sn', sn, '--model', model, ...target];
        const child = spawn('node', [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
        createInterface({ input: child.stdout }).on('line', (line) => void output.push(line));
        child.on('exit', done);
      });
    expect(await enrol('J30', 'J40C0904')).toBe(1);
    expect(output.join()).toContain('MODEL_MISMATCH');
    expect(await enrol('J40', 'J40C0904')).toBe(0);
    expect((await rowOf('J40C0904'))?.binding).toBe('ACTIVATED');
  });
});
