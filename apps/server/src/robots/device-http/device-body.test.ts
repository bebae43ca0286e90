import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimits } from '../../platform/limits/body-limits.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { createFileStore, type FileStore } from '../../platform/files/files.ts';
import { createRequestLimits } from '../../platform/limits/request-limits.ts';
import { prepareUploadFolder } from '../../platform/files/upload-folder.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { deviceApi } from './device-api.ts';
import { aCompany, aDevice, eventually, type Registered } from '../test-kit/test-gateway.ts';
import { testRefusals } from '../test-kit/test-refusals.ts';

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let device: Registered;
let port: number;
/** The error of the store during the next file. */
let fault: Error | undefined;

beforeAll(async () => {
  database = await makeDatabase();
  device = await aDevice(database.db, await aCompany(database.db));
  folder = await mkdtemp(join(tmpdir(), 'sweepline-files-'));
  const store = createFileStore(pathToFileURL(folder).href);
  const files: FileStore = {
    ...store,
    put: async (content, limit) => {
      if (!fault) return await store.put(content, limit);
      for await (const _chunk of content) break;
      throw fault;
    },
  };
  const now = () => new Date();
  const limits = createRequestLimits(now, {
    connections: { max: 3, counts: () => true },
    bodies: {
      ...bodyLimits,
      paces: { ...bodyLimits.paces, robot: { graceMs: 400, minBytesPerSecond: 4 * 1024 } },
      inFlight: { ...bodyLimits.inFlight, robot: { perOwner: 1_000_000, total: 2_000_000 } },
    },
  });
  app = Fastify();
  limits.register(app);
  const bus = localBus(() => {});
  await app.register(
    deviceApi({
      db: database.db,
      files,
      now,
      bus,
      limits,
      refusals: testRefusals(database.db),
      brokerFor: () => undefined,
    }),
    {
      prefix: '/device/v1',
    },
  );
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const authorization = () => `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`;

async function announce(content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const answer = await app.inject({
    method: 'POST',
    url: '/device/v1/uploads',
    headers: { authorization: authorization() },
    payload: { kind: 'CRASH', name: 'x.zip', bytes: content.length, sha256, refId: 'r' },
  });
  return answer.json<{ parts: { url: string }[] }>().parts[0]!.url;
}

function openConnection() {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let received = '';
  socket.on('data', (chunk: Buffer) => void (received += chunk.toString()));
  return {
    socket,
    put: (url: string, length: number, content: Buffer | string) => {
      socket.write(
        `PUT ${url} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization()}\r\n` +
          `content-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
      );
      socket.write(content);
    },
    status: (n = 1) =>
      eventually(async () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)][n - 1]?.[1], `answer ${n}`).then(
        Number,
      ),
    closed: () => eventually(async () => socket.destroyed || socket.readableEnded || undefined, 'the end'),
  };
}

test('a full disk is answered with 507, and the next request on the same connection is answered', async () => {
  const content = randomBytes(200_000);
  const url = await announce(content);
  const connection = openConnection();
  fault = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  connection.put(url, content.length, content);
  expect(await connection.status()).toBe(507);
  fault = undefined;
  connection.put(url, content.length, content);
  expect(await connection.status(2)).toBe(200);
  connection.socket.destroy();
});

test('a part with a wrong length is refused, and its connection stays open', async () => {
  const content = randomBytes(1_000);
  const url = await announce(content);
  const connection = openConnection();
  connection.put(url, 100_000, randomBytes(100_000));
  expect(await connection.status()).toBe(400);
  connection.put(url, content.length, content);
  expect(await connection.status(2)).toBe(200);
  connection.socket.destroy();
});

test('a part whose sender stalls is answered with 408 and discarded; the part can be sent again', async () => {
  const content = randomBytes(50_000);
  const url = await announce(content);
  const connection = openConnection();
  connection.put(url, content.length, content.subarray(0, 10));
  expect(await connection.status()).toBe(408);
  await connection.closed();
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  const retry = openConnection();
  retry.put(url, content.length, content);
  expect(await retry.status()).toBe(200);
  retry.socket.destroy();
});

test('a robot exceeds its quota of bytes in flight with a second upload', async () => {
  const content = randomBytes(700_000);
  const [first, second] = [openConnection(), openConnection()];
  first.put(await announce(content), content.length, content.subarray(0, 690_000));
  second.put(await announce(content), content.length, content.subarray(0, 690_000));
  const status = await Promise.race([first.status(), second.status()]);
  expect(status).toBe(429);
  first.socket.destroy();
  second.socket.destroy();
});

test('connections of one address beyond its limit are closed', async () => {
  const connections = Array.from({ length: 5 }, openConnection);
  await eventually(
    async () => connections.filter(({ socket }) => socket.destroyed).length >= 2 || undefined,
    'two closed',
  );
  expect(connections.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThan(0);
  for (const { socket } of connections) socket.destroy();
});

test('the upload folder is cleared of the files of a killed process at the start', async () => {
  const uploads = await mkdtemp(join(tmpdir(), 'sweepline-uploads-'));
  await writeFile(join(uploads, 'left'), 'x');
  await prepareUploadFolder(uploads);
  expect(await readdir(uploads)).toEqual([]);
  await rm(uploads, { recursive: true });
});
