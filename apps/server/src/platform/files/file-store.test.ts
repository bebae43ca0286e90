import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FileFault } from './file-fault.ts';
import { joinParts } from './file-parts.ts';
import { createFileStore, type FileStore } from './files.ts';
import { startStores, storeNames, type TestStores } from '../../test-kit/files/test-stores.ts';

let folder: string;
let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
  ({ folder } = stores);
});
afterAll(() => stores?.stop());

describe.each(storeNames)('%s', (name) => {
  let files: FileStore;
  beforeAll(async () => {
    files = createFileStore(stores.urls[name]);
    await files.ready();
  });

  test('returns a stored file whole and in ranges, and stores the same content once', async () => {
    const stored = await files.put(Readable.from([Buffer.from('hello '), Buffer.from('floor')]));
    expect(stored).toEqual(await files.put(Buffer.from('hello floor')));
    expect(stored).toEqual({
      bytes: 11,
      sha256: createHash('sha256').update('hello floor').digest('hex'),
    });
    expect(await files.size(stored.sha256)).toBeDefined();
    expect(await text(files.open(stored.sha256))).toBe('hello floor');
    expect(await text(files.open(stored.sha256, { start: 6, end: 8 }))).toBe('flo');
  });

  test('many files that are read at the same time are whole, also while some readers stop early', async () => {
    const contents = Array.from({ length: 40 }, (_, n) => `${n} `.repeat(100_000));
    const stored = await Promise.all(contents.map((content) => files.put(Buffer.from(content))));
    const stopped = stored.map(({ sha256 }) => files.open(sha256, { start: 0, end: 99_999 }));
    const read = Promise.all(stored.map(({ sha256 }) => text(files.open(sha256))));
    for (const stream of stopped) stream.once('data', () => stream.destroy());
    expect(await read).toEqual(contents);
    expect(await Promise.all(stored.map(({ sha256 }) => text(files.open(sha256))))).toEqual(contents);
  });

  test('files that are sent as answers at the same time are whole, also while some receivers hang up', async () => {
    const contents = Array.from({ length: 30 }, () => randomBytes(700_000));
    const stored = await Promise.all(contents.map((content) => files.put(content)));
    const sending = createServer((request, answer) => {
      const { sha256 } = stored[Number(request.url?.slice(1))]!;
      files.open(sha256, { start: 1, end: 650_000 }).pipe(answer);
    }).listen(0, '127.0.0.1');
    await once(sending, 'listening');
    const { port } = sending.address() as AddressInfo;
    const ask = (n: number) => fetch(`http://127.0.0.1:${port}/${n}`);
    const leave = async (n: number) => {
      const answer = await ask(n);
      await answer.body!.cancel();
    };
    const leaving = Promise.all(contents.map((_, n) => leave(n)));
    const bodies = await Promise.all(
      contents.map(async (_, n) => Buffer.from(await (await ask(n)).arrayBuffer())),
    );
    await leaving;
    for (const [n, body] of bodies.entries())
      expect(body.equals(contents[n]!.subarray(1, 650_001))).toBe(true);
    sending.close();
    sending.closeAllConnections();
  });

  test.each([1, 3])('joins %i parts to one content with its hashes', async (count) => {
    const parts = Array.from({ length: count }, () => randomBytes(1_500_000));
    const stored = await Promise.all(parts.map((part) => files.put(part)));
    const whole = Buffer.concat(parts);
    const hashOf = (name: string) => createHash(name).update(whole).digest('hex');
    const hashes = stored.map(({ sha256 }) => sha256);
    const joined = await joinParts(files, hashes);
    expect(joined).toEqual({ sha256: hashOf('sha256'), md5: hashOf('md5'), bytes: whole.length });
    expect((await buffer(files.open(joined.sha256))).equals(whole)).toBe(true);
    // A second attempt after a lost answer.
    expect(await joinParts(files, hashes)).toEqual(joined);
  });

  test('a missing part is a fault of the file, and nothing is stored', async () => {
    const { sha256 } = await files.put(randomBytes(100));
    const onFault = vi.fn<(fault: FileFault) => void>();
    const end = files.onFault(onFault);
    const missing = 'f'.repeat(64);
    await expect(joinParts(files, [sha256, missing])).rejects.toThrow(FileFault);
    end();
    expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sha256: missing }));
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([]);
  });

  test('stores nothing of a file that is over its limit or interrupted', async () => {
    const tooLong = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(files.put(tooLong, 1_000)).rejects.toMatchObject({ reason: 'fileTooLarge' });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        throw new Error('connection lost');
      })(),
    );
    await expect(files.put(broken)).rejects.toThrow('connection lost');
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([]);
    expect(await files.size('0'.repeat(64))).toBeUndefined();
    await expect(buffer(files.open('0'.repeat(64)))).rejects.toThrow(FileFault);
  });

  test('removes content that is old enough and no younger content', async () => {
    const { sha256 } = await files.put(Buffer.from('an old map'));
    expect(await files.remove(sha256, 60_000)).toBe(false);
    expect(await files.remove(sha256, -60_000)).toBe(true);
    expect(await files.size(sha256)).toBeUndefined();
    expect(await files.remove(sha256, -60_000)).toBe(false);
  });

  test('lists content that is old enough', async () => {
    const { sha256 } = await files.put(Buffer.from('to be listed'));
    const listed = async (ageMs: number) => {
      const all: string[] = [];
      for await (const some of files.older(ageMs)) all.push(...some);
      return all;
    };
    expect(await listed(60_000)).not.toContain(sha256);
    expect(await listed(-60_000)).toContain(sha256);
  });
});

test('damaged content fails before its last bytes are read', async () => {
  const root = join(folder, 'damaged');
  const files = createFileStore(pathToFileURL(root).href);
  const { sha256 } = await files.put(Buffer.alloc(200_000, 'a'));
  const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  await writeFile(path, Buffer.concat([Buffer.alloc(199_999, 'a'), Buffer.from('b')]));
  const parts: Buffer[] = [];
  const reading = (async () => {
    for await (const part of files.open(sha256)) parts.push(part as Buffer);
  })();
  await expect(reading).rejects.toThrow(FileFault);
  expect(Buffer.concat(parts).length).toBeLessThan(200_000);
});

test('parts that were damaged since they were stored are not joined', async () => {
  const root = join(folder, 'damaged-parts');
  const files = createFileStore(pathToFileURL(root).href);
  const [part, other] = [await files.put(randomBytes(100)), await files.put(randomBytes(100))];
  const path = join(root, other.sha256.slice(0, 2), other.sha256.slice(2, 4), other.sha256);
  await writeFile(path, randomBytes(100));
  await expect(joinParts(files, [part.sha256, other.sha256])).rejects.toThrow(FileFault);
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});

test('content that is stored again while it is removed from a bucket stays', async () => {
  const files = createFileStore('s3://floors/raced');
  // The S3 server of this test deletes an empty folder even during an upload into it.
  await files.put(Buffer.from('something else'));
  const content = Buffer.from('wanted again');
  const { sha256 } = await files.put(content);
  await age(join(folder, 's3', 'floors', 'raced'));
  const [, removed] = await Promise.all([files.put(content), files.remove(sha256, 7_200_000)]);
  expect(typeof removed).toBe('boolean');
  expect(await text(files.open(sha256))).toBe('wanted again');
});

test('a missing bucket stops the start with a sentence that names it', async () => {
  await expect(createFileStore('s3://nowhere').ready()).rejects.toThrow(/the bucket nowhere cannot be used/);
  expect(() => createFileStore('ftp://files')).toThrow('FILES_URL is a file: or an s3: address, not ftp:');
});

/** Sets the time of every file below to one day ago. */
async function age(root: string) {
  const dayAgo = new Date(Date.now() - 86_400_000);
  for (const entry of await readdir(root, { recursive: true }))
    await utimes(join(root, entry), dayAgo, dayAgo);
}
