import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore, storeFile, type FileStore } from '../../platform/files/files.ts';
import { createDb, inScope, type Db } from '../../platform/db/db.ts';
import { migrateDatabase, migrationsFolder } from '../../platform/db/migrate.ts';
import { newestMigration } from '../../platform/db/schema-version.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/embedded/postgres.ts';
import { readHead, writeHead } from '../../platform/backup/backup-head.ts';
import { listBackups } from '../../platform/backup/backup-place.ts';
import { contentPath } from '../../platform/backup/file-list.ts';
import { deriveBackupKey } from '../../platform/backup/key-seal.ts';
import { takeBackupLocks } from '../../platform/backup/backup-locks.ts';
import { removeUnusedFiles } from '../../features/remote/files/file-garbage-collection-service.ts';
import { backupWorld, passphrase } from '../../test-kit/backups/backup-world.ts';
import { companyIds, populate } from '../../test-kit/people.ts';
import { restoreInstallation } from './restore-installation.ts';
import { isRestoring } from './restore-target.ts';

const world = backupWorld();
const settings = { shared_buffers: '16MB', fsync: 'off' };
const now = () => new Date();
let postgres: EmbeddedPostgres;
let db: Db;
let files: FileStore;
let place: string;
const filesUrl = world.filesUrlOf(join(world.root, 'data', 'files'));

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({
    dataDir: join(world.root, 'data', 'pg'),
    log: () => {},
    settings,
    within: [world.root, join(world.root, 'data')],
  });
  await migrateDatabase(postgres.url);
  db = createDb(postgres.serverUrl, { connections: 3 });
  await populate(db, now);
  files = createFileStore(filesUrl);
  await files.ready();
  await aFile('the first manual');
  place = world.aFolder();
  await back();
});
afterAll(async () => {
  await db?.close();
  await postgres?.stop();
  world.remove();
});

const aFile = (text: string) =>
  inScope(db, '*', (tx) =>
    storeFile(tx, files, now, {
      companyId: companyIds.mall,
      kind: 'FLOOR_PLAN',
      name: 'a.txt',
      mediaType: 'text/plain',
      content: Buffer.from(text),
    }),
  );
const back = (options: Partial<Parameters<typeof world.back>[0]> = {}) =>
  world.back({ databaseUrl: postgres.url, filesUrl, place, ...options });
const countIn = (url: string, table: string) => {
  const restored = createDb(url, { connections: 1 });
  return inScope(restored, '*', (tx) =>
    tx.raw<{ n: number }>(`select count(*)::int as n from ${table}`),
  ).then(async ([row]) => {
    await restored.close();
    return row?.n;
  });
};
const newest = async (folder = place) => (await listBackups(folder)).at(-1)!;
const flipBit = (path: string, at = 20) => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
/** A place with one backup of its own, for a test that damages it. */
async function aBackup() {
  const own = world.aFolder();
  const { name } = await back({ place: own });
  return { own, folder: join(own, name) };
}

test('a backup of a working database is restored with its rows, files and keys, and its robots are held', async () => {
  await aFile('a second manual');
  const { head } = await back();
  expect(head).toMatchObject({
    kind: 'BASE',
    files: 2,
    newFileBytes: 'a second manual'.length,
    faultyFiles: [],
  });
  const target = world.into();
  const restored = await restoreInstallation({ named: place, ...target });
  expect(restored).toMatchObject({ files: 2, rowsWithoutFile: 0, statisticsDifferences: 0 });
  const { DATA_DIR, FILES_URL } = target.env;
  expect(isRestoring(DATA_DIR)).toBe(false);
  expect(readFileSync(join(DATA_DIR, 'keys', 'device-ca.pem'), 'utf8')).toBe('the authority');
  expect(
    await createFileStore(FILES_URL).size(head.parts.length ? await hashOf('a second manual') : ''),
  ).toBe(15);
  const copy = await startEmbeddedPostgres({
    dataDir: join(DATA_DIR, 'pg'),
    log: () => {},
    settings,
    within: target.within,
  });
  try {
    expect(await countIn(copy.serverUrl, 'accounts')).toBe(await countIn(postgres.serverUrl, 'accounts'));
    expect(await countIn(copy.serverUrl, 'installation_holds')).toBe(1);
  } finally {
    await copy.stop();
  }
});

const hashOf = async (text: string) => (await files.put(Buffer.from(text))).sha256;

test.each([
  ['the database', async (folder: string) => flipBit(join(folder, 'database.tar.zst'), 5_000), 'DAMAGED'],
  ['the head', async (folder: string) => flipBit(join(folder, 'head.json'), 40), 'DAMAGED'],
  ['the keys', async (folder: string) => flipBit(join(folder, 'keys.sealed')), 'DAMAGED'],
  [
    'a stored file',
    async (folder: string) => flipBit(contentPath(join(folder, '..'), await hashOf('the first manual')), 3),
    'DAMAGED',
  ],
])(
  'a backup with one bit of %s changed is refused before anything is written',
  async (_what, damage, code) => {
    const { own, folder } = await aBackup();
    await damage(folder);
    const target = world.into();
    await expect(restoreInstallation({ named: own, ...target })).rejects.toMatchObject({ code });
    expect(existsSync(target.env.DATA_DIR)).toBe(false);
  },
);

test('a cut backup, one without a head, and an empty folder are refused in words', async () => {
  const { folder } = await aBackup();
  truncateSync(join(folder, 'database.tar.zst'), 1_000);
  const target = world.into();
  await expect(restoreInstallation({ named: folder, ...target })).rejects.toThrow(
    /database\.tar\.zst has 1000 of \d+ bytes/,
  );
  rmSync(join(folder, 'head.json'));
  await expect(restoreInstallation({ named: folder, ...target })).rejects.toThrow(/has no head/);
  await expect(restoreInstallation({ named: world.root, ...target })).rejects.toThrow(/There is no backup/);
  expect(existsSync(target.env.DATA_DIR)).toBe(false);
});

test('a restore that was interrupted leaves a folder that does not start, and is repeated on it', async () => {
  const target = world.into();
  const interrupted = restoreInstallation({
    named: place,
    ...target,
    onStep: (step) => {
      if (step === 'CHECK') throw new Error('the power is cut');
    },
  });
  await expect(interrupted).rejects.toThrow('the power is cut');
  const { DATA_DIR } = target.env;
  expect(isRestoring(DATA_DIR)).toBe(true);
  expect(await restoreInstallation({ named: place, ...target })).toMatchObject({ rowsWithoutFile: 0 });
  expect(isRestoring(DATA_DIR)).toBe(false);
});

test('a wrong passphrase, a later schema, a small disk and a folder in use are refused before anything is written', async () => {
  const { own, folder } = await aBackup();
  const target = world.into();
  const wrong = { ...target, keyOf: (salt: string) => deriveBackupKey('another passphrase', salt) };
  await expect(restoreInstallation({ named: own, ...wrong })).rejects.toMatchObject({
    code: 'WRONG_PASSPHRASE',
  });
  const small = { ...target, disk: async () => ({ totalBytes: 1e9, freeBytes: 2e8 }) };
  await expect(restoreInstallation({ named: own, ...small })).rejects.toMatchObject({ code: 'NO_SPACE' });
  const full = world.into(join(world.root, 'data'));
  await expect(restoreInstallation({ named: own, ...full })).rejects.toMatchObject({ code: 'NOT_EMPTY' });
  const { head } = await readHead(folder);
  const schema = newestMigration(migrationsFolder) + 1;
  await writeHead(folder, { ...head, schema }, await deriveBackupKey(passphrase, head.salt));
  await expect(restoreInstallation({ named: own, ...target })).rejects.toThrow(/made by a later Sweepline/);
  expect(existsSync(target.env.DATA_DIR)).toBe(false);
});

test('a head that was changed and hashed again is refused without the passphrase', async () => {
  const { own, folder } = await aBackup();
  const { head } = await readHead(folder);
  await writeHead(
    folder,
    { ...head, version: '9.9.9' },
    await deriveBackupKey('another passphrase', head.salt),
  );
  await expect(restoreInstallation({ named: own, ...world.into() })).rejects.toMatchObject({
    code: 'WRONG_PASSPHRASE',
  });
});

test('old backups go after the new one is verified, and a failed one deletes none', async () => {
  const own = world.aFolder();
  for (const _ of [1, 2]) await back({ place: own });
  const before = (await listBackups(own)).map(({ name }) => name);
  const stopped = new AbortController();
  stopped.abort();
  const noRoom = async () => ({ totalBytes: 1e9, freeBytes: 1.2e8 });
  await expect(back({ place: own, keep: 1, disk: noRoom })).rejects.toMatchObject({ code: 'NO_SPACE' });
  await expect(back({ place: own, keep: 1, signal: stopped.signal })).rejects.toMatchObject({
    code: 'STOPPED',
  });
  expect((await listBackups(own)).map(({ name }) => name)).toEqual(before);
  const { name, deleted } = await back({ place: own, keep: 1 });
  expect(deleted).toEqual(before);
  expect((await listBackups(own)).map((found) => found.name)).toEqual([name]);
  expect(existsSync(contentPath(own, await hashOf('the first manual')))).toBe(true);
});

test('a backup stops when the disk is nine tenths full and leaves nothing', async () => {
  const own = world.aFolder();
  await aFile('x'.repeat(40_000_000));
  let looks = 0;
  const filling = async () => ({ totalBytes: 1e12, freeBytes: (looks += 1) > 1 ? 9e10 : 9e11 });
  await expect(back({ place: own, disk: filling })).rejects.toThrow(/90 % full/);
  expect(readdirSync(own).filter((name) => /^\d/.test(name))).toEqual([]);
});

test('of two backups at once the second is refused, and the clean-up of files waits for the first', async () => {
  const locks = await takeBackupLocks(postgres.url);
  try {
    await expect(back()).rejects.toMatchObject({ code: 'RUNNING' });
    expect(await db.locks.tryTake('files.clean')).toBe(false);
  } finally {
    await locks.release();
  }
  await expect.poll(() => db.locks.tryTake('files.clean')).toBe(true);
  await db.locks.release('files.clean');
  await removeUnusedFiles(db, files, now);
});

test('a folder with backups of another installation, or inside the data folder, is refused', async () => {
  await expect(back({ fingerprint: 'another' })).rejects.toMatchObject({ code: 'OTHER_INSTALLATION' });
  const inside = join(world.root, 'data', 'backups');
  await expect(back({ place: inside })).rejects.toMatchObject({ code: 'INSIDE_DATA' });
  expect(existsSync(inside)).toBe(false);
});

test('a damaged stored file is left out, named in the head, and found by the restore', async () => {
  const { sha256 } = await aFile('a file on a bad sector');
  const path = join(world.root, 'data', 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  flipBit(path, 2);
  const own = world.aFolder();
  const { head } = await back({ place: own });
  expect(head.faultyFiles).toEqual([sha256]);
  expect(await restoreInstallation({ named: own, ...world.into() })).toMatchObject({ rowsWithoutFile: 1 });
  expect(await newest(own)).toMatchObject({ head: { files: head.files } });
});
