import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { fileIdHeader, managedFileCalls, tusPath } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { people, startServer, type TestServer } from '../../test-kit/index.ts';

/** Uploads in parts when `FILES_URL` is a bucket. */
let folder: string;
let s3: S3rver;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweepline-bucket-'));
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [{ name: 'floors', configs: [] }],
  });
  const { port }: AddressInfo = await s3.run();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  server = await startServer({}, { filesUrl: 's3://floors/sweepline' });
});
afterAll(async () => {
  await server?.stop();
  vi.unstubAllEnvs();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

const { mallAdmin } = people;
const send = (method: 'POST' | 'HEAD' | 'PATCH', url: string, headers: object, payload?: Buffer) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: mallAdmin.token, lang: 'en', 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  });
const base64 = (text: string) => Buffer.from(text).toString('base64');

const begin = async (bytes: number) => {
  const pairs = `purpose ${base64('FILE')},filename ${base64('floor.zip')}`;
  const answer = await send('POST', tusPath, { 'upload-length': `${bytes}`, 'upload-metadata': pairs });
  return String(answer.headers.location);
};
const append = (url: string, offset: number, part: Buffer) =>
  send(
    'PATCH',
    url,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}` },
    part,
  );
/** The hashes of all objects in the bucket. */
async function stored(): Promise<string[]> {
  const hashes: string[] = [];
  for await (const some of server.files.older(-60_000)) hashes.push(...some);
  return hashes;
}

test('an upload in parts is stored in a bucket part by part, and becomes one object that is read whole and in ranges', async () => {
  const content = randomBytes(300_000);
  const url = await begin(content.length);
  await append(url, 0, content.subarray(0, 100_000));
  // A part is in the bucket before the next one arrives, so that another server goes on.
  expect(await stored()).toHaveLength(1);
  await append(url, 100_000, content.subarray(100_000, 200_000));
  expect((await send('HEAD', url, {})).headers['upload-offset']).toBe('200000');
  expect((await append(url, 0, content.subarray(0, 100_000))).statusCode).toBe(409);
  const last = await append(url, 200_000, content.subarray(200_000));
  const fileId = String(last.headers[fileIdHeader]);

  const md5 = createHash('md5').update(content).digest('hex');
  const { list } = await server.ok(managedFileCalls.list, mallAdmin, {});
  expect(list).toMatchObject([{ name: 'floor.zip', bytes: content.length, md5 }]);
  const [file] = await inScope(server.db, '*', (tx) =>
    tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
  );
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(file).toMatchObject({ sha256, bytes: content.length });
  expect((await buffer(server.files.open(sha256))).equals(content)).toBe(true);
  const range = await buffer(server.files.open(sha256, { start: 150_000, end: 250_000 }));
  expect(range.equals(content.subarray(150_000, 250_001))).toBe(true);
  expect(await stored()).toHaveLength(4);
});
