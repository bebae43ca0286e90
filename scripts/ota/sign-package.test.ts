import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedOtaManifest } from '../../packages/contract/src/robot/index.ts';
import {
  checkSignature,
  readOtaKeys,
  releaseKeysOf,
} from '../../apps/server/src/features/updates/packages/package-signature-service.ts';
import { makeKey, signPackage } from './sign-package.ts';

const before = process.cwd();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweepline-sign-'));
  process.chdir(folder);
  await writeFile('robot.zip', 'content');
});
afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true, force: true });
});

const options = { file: 'robot.zip', pkgType: 'ROBOT', models: 'J20,J40', version: '3.5.0' };

test('a server that trusts the printed key accepts the written manifest, and no other key', async () => {
  const { file: key, entry } = await makeKey('release-1');
  const written = await signPackage({ ...options, key, fromVersions: '3.4.0,3.4.1', needs: 'HMI:2.0' });
  const signed = signedOtaManifest.parse(JSON.parse(await readFile(written, 'utf8')));
  expect(signed.manifest).toMatchObject({
    models: ['J20', 'J40'],
    bytes: 7,
    keyId: 'release-1',
    fromVersions: ['3.4.0', '3.4.1'],
    needs: [{ pkgType: 'HMI', version: '2.0' }],
  });
  expect(() => checkSignature(releaseKeysOf(readOtaKeys(entry)), signed)).not.toThrow();
  const { entry: other } = await makeKey('other');
  expect(() =>
    checkSignature(releaseKeysOf(readOtaKeys(other.replace('other', 'release-1'))), signed),
  ).toThrow('invalid');
});

test('a second key of a name is not written over the first, and a wrong option is named', async () => {
  const { file: key } = await makeKey('release-1');
  const pem = await readFile(key, 'utf8');
  await expect(makeKey('release-1')).rejects.toThrow('EEXIST');
  expect(await readFile(key, 'utf8')).toBe(pem);
  await expect(signPackage({ ...options, key, pkgType: 'CAR' })).rejects.toThrow('pkgType');
});

test('OTA_KEYS with a damaged or doubled key is refused at the start', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  for (const text of ['x', `a:${key.slice(4)}`, `a:${key},a:${key}`])
    expect(() => releaseKeysOf(readOtaKeys(text)), text).toThrow('OTA_KEYS');
  expect([...releaseKeysOf(readOtaKeys(`a:${key}, b:${key}`)).keys()]).toEqual(['a', 'b']);
  expect(releaseKeysOf(readOtaKeys()).size).toBe(0);
});
