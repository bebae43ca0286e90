import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { zipOf as zipOfFiles } from '@sweepline/map-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unpack } from './unpack.ts';

const packing = {
  deflateRaw: (bytes: Uint8Array) => deflateRawSync(bytes),
  inflateRaw: (bytes: Uint8Array) => inflateRawSync(bytes),
  crc32,
};

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'sweepline-unpack-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const target = () => join(folder, 'slot', 'b');
async function unpackOf(content: Uint8Array, format: 'zip' | 'tar.gz' | 'apk') {
  const path = join(folder, 'package');
  await writeFile(path, content);
  await unpack(path, format, content.length, target());
}
const zipOf = (files: Record<string, Uint8Array>) => zipOfFiles(new Map(Object.entries(files)), packing);

test('a zip is unpacked into its folder, and what was there before is removed', async () => {
  await unpackOf(zipOf({ 'old.bin': Buffer.from('old') }), 'zip');
  await unpackOf(zipOf({ 'bin/robot': Buffer.from('new') }), 'zip');
  expect(await readFile(join(target(), 'bin', 'robot'), 'utf8')).toBe('new');
  expect(existsSync(join(target(), 'old.bin'))).toBe(false);
});

test.each(['../outside', 'a/../../outside', '/outside'])(
  'a zip with the path %s is refused',
  async (name) => {
    await expect(unpackOf(zipOf({ [name]: Buffer.from('x') }), 'zip')).rejects.toThrow();
    for (const at of [join(folder, 'slot', 'outside'), join(folder, 'outside'), '/outside'])
      expect(existsSync(at)).toBe(false);
  },
);

test.each(['zip', 'tar.gz'] as const)(
  'a %s that unpacks to more than ten times its size is refused',
  async (format) => {
    const zeros = Buffer.alloc(3_000_000);
    const content = format === 'zip' ? zipOf({ zeros }) : gzipSync(zeros);
    await expect(unpackOf(content, format)).rejects.toThrow();
  },
);

test('content of another format than the package names is refused', async () => {
  const content = zipOf({ 'bin/robot': Buffer.from('x') });
  await expect(unpackOf(content, 'tar.gz')).rejects.toThrow('no tar.gz');
  await expect(unpackOf(gzipSync('x'), 'apk')).rejects.toThrow('no apk');
});
