import { createHash, randomBytes } from 'node:crypto';
import { request as open } from 'node:http';
import { fileIdHeader, managedFileCalls, tusPath } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people, populate } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';

const { mallAdmin } = people;
const megabyte = 1024 * 1024;

let installation: Installation;
let database: TestDatabase;
let killable: KillableServer;
beforeAll(async () => {
  installation = await startInstallation(2);
  database = await makeDatabase();
  await populate(database.db, () => new Date());
  killable = await createKillableServer(database.serverUrl);
  await killable.start();
});
afterAll(async () => {
  await installation?.stop();
  await killable?.remove();
  await database?.close();
});

const headers = { authorization: mallAdmin.token, lang: 'en', 'tus-resumable': '1.0.0' };
const patchHeaders = (offset: number) => ({
  ...headers,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

async function begin(server: string, bytes: number): Promise<string> {
  const [purpose, name] = ['FILE', 'a.bin'].map((text) => Buffer.from(text).toString('base64'));
  const answer = await fetch(`${server}${tusPath}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes),
      'upload-metadata': `purpose ${purpose},filename ${name}`,
    },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}
const append = (server: string, path: string, offset: number, body: Buffer) =>
  fetch(`${server}${path}`, { method: 'PATCH', headers: patchHeaders(offset), body: new Uint8Array(body) });
const head = (server: string, path: string) => fetch(`${server}${path}`, { method: 'HEAD', headers });
const offsetAt = async (server: string, path: string) =>
  Number((await head(server, path)).headers.get('upload-offset'));

/** Announces `length` bytes, sends fewer, and leaves the connection open. */
function sendHalf(server: string, path: string, offset: number, length: number, body: Buffer) {
  const request = open(`${server}${path}`, {
    method: 'PATCH',
    headers: { ...patchHeaders(offset), 'content-length': String(length) },
  });
  // The test or the kill cuts the connection.
  request.on('error', () => {});
  request.write(body);
  return request;
}
const md5Of = (content: Buffer) => createHash('md5').update(content).digest('hex');

test('an upload continues at the other server, and a part that was cut off continues after what arrived', async () => {
  const [first, second] = installation.servers.map(({ url }) => url) as [string, string];
  const content = randomBytes(3 * megabyte);
  const path = await begin(first, content.length);
  expect((await append(first, path, 0, content.subarray(0, megabyte))).status).toBe(204);
  const cut = sendHalf(second, path, megabyte, 2 * megabyte, content.subarray(megabyte, megabyte + 700_000));
  await new Promise((written) => cut.write('', written));
  cut.destroy();
  await eventually(async () => (await offsetAt(first, path)) > megabyte, 'the part that was cut off');
  const offset = await offsetAt(first, path);
  expect(offset).toBeLessThanOrEqual(megabyte + 700_000);
  const last = await append(first, path, offset, content.subarray(offset));
  expect(last.headers.get(fileIdHeader)).toBeTruthy();
  const { data } = await sendOverHttp(second, managedFileCalls.list, mallAdmin, {});
  expect(data.list).toMatchObject([{ bytes: content.length, md5: md5Of(content) }]);
  const { data: download } = await sendOverHttp(first, managedFileCalls.download, mallAdmin, {
    id: data.list[0]!.id,
  });
  const answer = await fetch(`${second}${download.url}`, { headers: { range: 'bytes=100-199' } });
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([206, content.subarray(100, 200)]);
});

test('a killed server loses no byte that it acknowledged, and no file is stored twice', async () => {
  const server = () => killable.addresses().url;
  const content = randomBytes(2 * megabyte);
  const path = await begin(server(), content.length);
  expect((await append(server(), path, 0, content.subarray(0, megabyte))).status).toBe(204);
  const running = sendHalf(server(), path, megabyte, megabyte, content.subarray(megabyte, megabyte + 50_000));
  await new Promise((written) => running.write('', written));
  await killable.kill();
  await killable.start();
  const offset = await offsetAt(server(), path);
  expect(offset).toBeGreaterThanOrEqual(megabyte);
  expect((await append(server(), path, offset, content.subarray(offset))).status).toBe(204);
  await killable.kill();
  await killable.start();
  expect((await head(server(), path)).headers.get(fileIdHeader)).toBeTruthy();
  const { data } = await sendOverHttp(server(), managedFileCalls.list, mallAdmin, {});
  expect(data.list).toMatchObject([{ bytes: content.length, md5: md5Of(content) }]);
});
