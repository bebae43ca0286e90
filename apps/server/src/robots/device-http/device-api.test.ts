import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import { unstorable } from '@sweepline/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokerAddresses } from '../../app/broker-addresses.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { hashSecret } from '../../features/devices/identity/credential-service.ts';
import { deviceApi } from './device-api.ts';
import { signedPath } from './signed-files.ts';
import { aCompany, aDevice, type Registered } from '../test-kit/test-gateway.ts';
import { testRefusals } from '../test-kit/test-refusals.ts';

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let device: Registered;
let companyId: string;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  device = await aDevice(database.db, companyId);
  folder = await mkdtemp(join(tmpdir(), 'sweepline-files-'));
  app = Fastify();
  await app.register(
    deviceApi({
      db: database.db,
      files: createFileStore(pathToFileURL(folder).href),
      now: () => new Date(),
      bus: localBus(() => {}),
      refusals: testRefusals(database.db),
      brokerFor: brokerAddresses('mqtt://broker.example:1884', undefined),
    }),
    { prefix: '/device/v1' },
  );
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const basic = (registered: Registered, secret = registered.secret) =>
  `Basic ${Buffer.from(`${registered.sn}:${secret}`).toString('base64')}`;
const call = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  {
    body,
    as = device,
    type = 'application/json',
  }: { body?: object | Buffer; as?: Registered; type?: string } = {},
) =>
  app.inject({
    method,
    url: url.startsWith('/device') ? url : `/device/v1${url}`,
    headers: { authorization: basic(as), ...(body && { 'content-type': type }) },
    ...(body && { payload: body }),
  });

const announce = (content: Buffer, overrides: object = {}) =>
  call('POST', '/uploads', {
    body: {
      kind: 'TRAJECTORY',
      name: 'run.traj.gz',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      refId: 'r1',
      ...overrides,
    },
  });
const bytes = { type: 'application/octet-stream' };

it.each(['a\0b', 'a\ud83d'])('texts that cannot be stored are refused with a reason: %j', async (text) => {
  for (const field of ['name', 'refId']) {
    const answer = await announce(Buffer.from('x'), { [field]: text });
    expect(answer.statusCode, field).toBe(400);
    expect(answer.json<{ error: string }>().error).toContain(field);
    expect(answer.json<{ error: string }>().error).toContain(unstorable);
  }
});

it('a serial number that cannot be stored belongs to no device', async () => {
  expect((await call('GET', '/config', { as: { ...device, sn: `${device.sn}\0` } })).statusCode).toBe(401);
  const address = `/files/${randomUUID()}?sn=%00&expires=1&signature=x`;
  expect((await call('GET', address)).statusCode).toBe(400);
});

it("the address of a broker on all interfaces is the host name of the robot's request", async () => {
  const everywhere = Fastify();
  const files = createFileStore(pathToFileURL(folder).href);
  const brokerFor = brokerAddresses('mqtt://0.0.0.0:1884', undefined);
  const { db } = database;
  await everywhere.register(
    deviceApi({
      db,
      files,
      brokerFor,
      refusals: testRefusals(db),
      now: () => new Date(),
      bus: localBus(() => {}),
    }),
  );
  const headers = { authorization: basic(device), host: 'clean.example:8080' };
  const answer = await everywhere.inject({ url: '/config', headers });
  expect(answer.json()).toMatchObject({ mqtt: { host: 'clean.example', port: 1884 } });
  await everywhere.close();
});

it('each device gets its status and its broker address', async () => {
  expect((await call('GET', '/config')).json()).toMatchObject({
    status: 'OK',
    mqtt: { host: 'broker.example', port: 1884, interfaceName: 'vda5050' },
  });
  const unbound = await aDevice(database.db, companyId, { binding: 'NOT_ACTIVATED' });
  expect((await call('GET', '/config', { as: unbound })).json()).toMatchObject({ status: 'UNBOUND' });
  expect((await call('POST', '/uploads', { as: unbound, body: {} })).statusCode).toBe(403);
  const wrong = await app.inject({
    url: '/device/v1/config',
    headers: { authorization: basic(device, 'no') },
  });
  expect(wrong.statusCode).toBe(401);
  expect((await app.inject('/device/v1/config')).statusCode).toBe(401);
});

it("a file is stored for the device's company when its hash is right, and a repeated call returns the same file", async () => {
  const content = randomBytes(100_000);
  const { uploadId, parts } = (await announce(content)).json<{
    uploadId: string;
    parts: { url: string }[];
  }>();
  expect(parts).toHaveLength(1);
  const put = await call('PUT', parts[0]?.url ?? '', { body: content, ...bytes });
  expect(put.headers.etag).toBe(`"${createHash('sha256').update(content).digest('hex')}"`);
  const done = await call('POST', `/uploads/${uploadId}/complete`, { body: { parts: [] } });
  const { fileId } = done.json<{ fileId: string }>();
  expect((await call('POST', `/uploads/${uploadId}/complete`, { body: {} })).json()).toEqual({ fileId });
  const [row] = await inScope(database.db, [companyId], (tx) =>
    tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
  );
  expect(row).toMatchObject({ kind: 'TRAJECTORY', bytes: content.length, mediaType: 'application/gzip' });

  const path = signedPath({ sn: device.sn, secretHash: hashSecret(device.secret) }, fileId, Date.now());
  expect((await app.inject(path)).rawPayload.equals(content)).toBe(true);
  const part = await app.inject({ url: path, headers: { range: 'bytes=10-19' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-19/${content.length}`);
  expect(part.rawPayload.equals(content.subarray(10, 20))).toBe(true);
  expect((await app.inject({ url: path, headers: { range: 'bytes=999999-' } })).statusCode).toBe(416);
});

it('content that differs from the announcement is refused and not stored', async () => {
  const content = randomBytes(1000);
  const { uploadId, parts } = (await announce(content)).json<{
    uploadId: string;
    parts: { url: string }[];
  }>();
  const url = parts[0]?.url ?? '';
  const put = (body: Buffer) => call('PUT', url, { body, ...bytes });
  expect((await put(content.subarray(1))).statusCode).toBe(400);
  expect((await put(randomBytes(1001))).statusCode).toBeGreaterThanOrEqual(400);
  expect((await call('POST', `/uploads/${uploadId}/complete`, { body: {} })).statusCode).toBe(409);
  await put(randomBytes(1000));
  expect((await call('POST', `/uploads/${uploadId}/complete`, { body: {} })).statusCode).toBe(422);
  expect((await announce(content, { kind: 'VIRUS' })).statusCode).toBe(400);
  expect((await announce(content, { bytes: 1e15 })).statusCode).toBe(400);
});

it('a device cannot read or write the files of another device', async () => {
  const other = await aDevice(database.db, await aCompany(database.db));
  const { uploadId, parts } = (await announce(randomBytes(10))).json<{
    uploadId: string;
    parts: { url: string }[];
  }>();
  const url = parts[0]?.url ?? '';
  expect((await call('PUT', url, { body: randomBytes(10), as: other, ...bytes })).statusCode).toBe(404);
  expect((await call('POST', `/uploads/${uploadId}/complete`, { body: {}, as: other })).statusCode).toBe(404);

  const foreign = signedPath({ sn: other.sn, secretHash: hashSecret(other.secret) }, uploadId, Date.now());
  expect((await app.inject(foreign)).statusCode).toBe(404);
  const forged = signedPath({ sn: device.sn, secretHash: hashSecret(other.secret) }, uploadId, Date.now());
  expect((await app.inject(forged)).statusCode).toBe(403);
  const expired = signedPath(
    { sn: device.sn, secretHash: hashSecret(device.secret) },
    uploadId,
    Date.now() - 2 * 86_400_000,
  );
  expect((await app.inject(expired)).statusCode).toBe(403);
});

it('signed addresses become invalid when the secret is renewed', async () => {
  const own = await aDevice(database.db, companyId);
  const path = signedPath({ sn: own.sn, secretHash: hashSecret(own.secret) }, own.deviceId, Date.now());
  expect((await app.inject(path)).statusCode).toBe(404);
  await inScope(database.db, '*', (tx) =>
    tx
      .update(devices)
      .set({ secretHash: hashSecret('new') })
      .where(eq(devices.id, own.deviceId)),
  );
  expect((await app.inject(path)).statusCode).toBe(403);
});

/** Above 128 MiB a file is uploaded in parts of 16 MiB. */
const megabyte = 1024 * 1024;

it('a large file is assembled from its parts, in any order and with repetitions', async () => {
  const pattern = randomBytes(megabyte);
  const whole = Buffer.alloc(129 * megabyte);
  for (let at = 0; at < whole.length; at += pattern.length) whole.set(pattern, at);
  whole.writeUInt32BE(7, 40 * megabyte);
  const { uploadId, partSize, parts } = (await announce(whole, { kind: 'CRASH' })).json<{
    uploadId: string;
    partSize: number;
    parts: { n: number; url: string }[];
  }>();
  expect(partSize).toBe(16 * megabyte);
  expect(parts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const contentOf = (n: number) => whole.subarray((n - 1) * partSize, n * partSize);
  const put = (n: number, body = contentOf(n)) => call('PUT', parts[n - 1]?.url ?? '', { body, ...bytes });
  const complete = () => call('POST', `/uploads/${uploadId}/complete`, { body: {} });

  // Only the last part may be shorter.
  expect((await put(9, contentOf(9).subarray(1))).statusCode).toBe(400);
  expect((await put(8, contentOf(9))).statusCode).toBe(400);
  const beyond = (parts[0]?.url ?? '').replace(/1$/, '10');
  expect((await call('PUT', beyond, { body: contentOf(1), ...bytes })).statusCode).toBe(404);

  const wrong = Buffer.from(contentOf(3));
  wrong.writeUInt32BE(1, 0);
  expect((await put(3, wrong)).statusCode).toBe(200);
  await Promise.all([9, 7, 5, 1].map((n) => put(n)));
  await Promise.all([8, 6, 4].map((n) => put(n)));
  expect((await complete()).statusCode).toBe(409);
  await put(2);
  expect((await complete()).statusCode).toBe(422);
  const replaced = await put(3);
  expect(replaced.headers.etag).toBe(`"${createHash('sha256').update(contentOf(3)).digest('hex')}"`);

  const [first, second] = await Promise.all([complete(), complete()]);
  const { fileId } = first.json<{ fileId: string }>();
  expect(second.json()).toEqual({ fileId });
  const rows = await inScope(database.db, [companyId], (tx) =>
    tx.select().from(storedFiles).where(eq(storedFiles.kind, 'CRASH')),
  );
  expect(rows).toMatchObject([{ id: fileId, bytes: whole.length }]);
  const path = signedPath({ sn: device.sn, secretHash: hashSecret(device.secret) }, fileId, Date.now());
  expect((await app.inject(path)).rawPayload.equals(whole)).toBe(true);
});
