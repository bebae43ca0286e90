import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { mapCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { createFileStore, storeFile, type FileStore } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { deviceUploads } from '../../../entities/remote/device-upload-table.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { removeUnusedFiles } from './file-garbage-collection-service.ts';

const server = testServer();
let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweepline-sweep-'));
  files = createFileStore(pathToFileURL(folder).href);
  return () => rm(folder, { recursive: true, force: true });
});

const dayMs = 86_400_000;
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const place = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2, 4), hash);
/** Sets the time of the bytes to two days ago. */
const age = (hash: string) => utimes(place(hash), new Date(), new Date(Date.now() - 2 * dayMs));
const sweep = (store = files) => removeUnusedFiles(server.db, store, server.clock);
const store = (kind: string, content: Buffer, companyId: string = companyIds.mall) =>
  inScope(server.db, '*', (tx) =>
    storeFile(tx, files, server.clock, { companyId, kind, name: 'x', mediaType: 'x/x', content }),
  );
const rowOf = async (id: string) =>
  (await inScope(server.db, '*', (tx) => tx.select().from(storedFiles).where(eq(storedFiles.id, id))))[0];

test('the picture of a deleted map is removed a day later, and its bytes stay if another map uses them', async () => {
  const [content, other] = [randomBytes(100), randomBytes(200)];
  const used = await store('MAP_GRID', content);
  const shared = await store('MAP_GRID', content, companyIds.other);
  const unused = await store('MAP_GRID', other);
  const maps = [
    await server.aMap({ gridFileId: used.id }),
    await server.aMap({ gridFileId: shared.id, companyId: companyIds.other }),
    await server.aMap({ gridFileId: unused.id }),
  ];
  for (const bytes of [content, other]) await age(hashOf(bytes));
  for (const map of [maps[1], maps[2]])
    await server.ok(mapCalls.remove, people.superAdmin, { id: map?.id ?? '' });
  await sweep();
  expect(await rowOf(unused.id)).toBeDefined();
  server.clock.advance(2 * dayMs);
  await sweep();
  expect(await rowOf(unused.id)).toBeUndefined();
  expect(await rowOf(shared.id)).toBeUndefined();
  expect(await files.size(hashOf(other))).toBeUndefined();
  expect(await rowOf(used.id)).toBeDefined();
  expect((await buffer(files.open(hashOf(content)))).equals(content)).toBe(true);
});

test('files of a report stay; files whose report never arrives are removed after 45 days', async () => {
  const [path, picture, lost] = [randomBytes(10), randomBytes(11), randomBytes(12)];
  const trajectory = await store('TRAJECTORY', path);
  const coverage = await store('COVERAGE', picture);
  const orphan = await store('COVERAGE', lost);
  await server.aReport({
    trajectoryFileId: trajectory.id,
    coverageFiles: [{ mapId: 'm', fileId: coverage.id }],
  });
  for (const bytes of [path, picture, lost]) await age(hashOf(bytes));
  server.clock.advance(44 * dayMs);
  await sweep();
  expect(await rowOf(orphan.id)).toBeDefined();
  server.clock.advance(2 * dayMs);
  await sweep();
  expect(await rowOf(orphan.id)).toBeUndefined();
  expect(await files.size(hashOf(lost))).toBeUndefined();
  for (const { id } of [trajectory, coverage]) expect(await rowOf(id)).toBeDefined();
});

test('parts of an upload stay until it expires; a file of an unlisted kind is never removed', async () => {
  const [part, log] = [randomBytes(50), randomBytes(60)];
  const { sha256 } = await files.put(part);
  const file = await store('LOG', log);
  const device = await server.aDevice();
  const at = server.clock();
  await inScope(server.db, '*', (tx) =>
    tx.insert(deviceUploads).values({
      companyId: device.companyId,
      deviceId: device.id,
      kind: 'LOG',
      name: 'x',
      bytes: 100,
      sha256: 'x',
      refId: '',
      partSize: 50,
      partCount: 2,
      parts: { 1: sha256 },
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + dayMs).toISOString(),
    }),
  );
  for (const bytes of [part, log]) await age(hashOf(bytes));
  await sweep();
  expect(await files.size(sha256)).toBeDefined();
  server.clock.advance(400 * dayMs);
  await sweep();
  expect(await files.size(sha256)).toBeUndefined();
  expect(await rowOf(file.id)).toBeDefined();
  expect(await files.size(hashOf(log))).toBeDefined();
});

test('bytes stay when they are stored again during the cleanup, before or after the query', async () => {
  const content = randomBytes(1000);
  const hash = hashOf(content);
  const again = () => store('LOG', content);
  // The bytes are stored again after the age check: once before and once after the query for users.
  const moments: ((real: FileStore) => FileStore)[] = [
    (real) => ({
      ...real,
      older: async function* (ageMs) {
        for await (const hashes of real.older(ageMs)) {
          await again();
          yield hashes;
        }
      },
    }),
    (real) => ({
      ...real,
      remove: async (unused, ageMs) => {
        await again();
        return await real.remove(unused, ageMs);
      },
    }),
  ];
  for (const moment of moments) {
    await inScope(server.db, '*', (tx) => tx.delete(storedFiles));
    await files.put(content);
    await age(hash);
    await sweep(moment(files));
    expect((await buffer(files.open(hash))).equals(content)).toBe(true);
  }
});

test('bytes with a row stay when many stores and cleanups run at once', async () => {
  const contents = Array.from({ length: 8 }, () => randomBytes(200));
  for (let round = 0; round < 5; round++) {
    await inScope(server.db, '*', (tx) => tx.delete(storedFiles));
    for (const content of contents) {
      await files.put(content);
      await age(hashOf(content));
    }
    await Promise.all([sweep(), sweep(), ...contents.slice(0, 4).map((content) => store('LOG', content))]);
    for (const [n, content] of contents.entries())
      if (n < 4) expect((await buffer(files.open(hashOf(content)))).equals(content)).toBe(true);
  }
  await sweep();
  for (const content of contents.slice(4)) expect(await files.size(hashOf(content))).toBeUndefined();
});

test('the cleanup removes incomplete pieces of a stopped process and restores bytes that it moved away', async () => {
  const content = randomBytes(100);
  const row = await store('LOG', content);
  const incoming = join(folder, 'incoming');
  await rename(place(row.sha256), join(incoming, `leaving-${row.sha256}`));
  await expect(files.put(randomBytes(10), 5)).rejects.toThrow();
  const half = join(incoming, newId());
  await rename(place((await files.put(randomBytes(5))).sha256), half);
  await utimes(half, new Date(), new Date(Date.now() - 2 * dayMs));
  await sweep();
  expect(await readdir(incoming)).toEqual([]);
  expect((await buffer(files.open(row.sha256))).equals(content)).toBe(true);
});
