import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fileIdHeader, managedFileCalls, tusPath } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { startStores, storeNames, type TestStores } from '../../../test-kit/files/test-stores.ts';
import { people, startServer, type TestServer } from '../../../test-kit/index.ts';

let stores: TestStores;
let server: TestServer;
beforeAll(async () => void (stores = await startStores()));
afterAll(() => stores?.stop());

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
/** The hashes of all stored objects. */
async function stored(): Promise<string[]> {
  const hashes: string[] = [];
  for await (const some of server.files.older(-60_000)) hashes.push(...some);
  return hashes;
}

describe.each(storeNames)('in %s', (name) => {
  beforeAll(async () => void (server = await startServer({}, { filesUrl: stores.urls[name] })));
  afterAll(() => server?.stop());

  test('an upload is stored part by part, and becomes one object that is read whole and in ranges', async () => {
    const content = randomBytes(300_000);
    const url = await begin(content.length);
    await append(url, 0, content.subarray(0, 100_000));
    // A part is stored before the next one arrives, so that another server goes on.
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
});
