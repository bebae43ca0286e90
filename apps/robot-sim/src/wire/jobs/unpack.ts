import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip, deflateRawSync, inflateRawSync } from 'node:zlib';
import { unzip, type Packing } from '@sweepline/map-core';

const maxRatio = 10;
const maxEntries = 10_000;
const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, most) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) }),
  crc32,
};
const maxBytes = 2 * 1024 ** 3;

/** The first bytes of a format. */
const marks = { zip: [0x50, 0x4b, 3, 4], apk: [0x50, 0x4b, 3, 4], 'tar.gz': [0x1f, 0x8b] } as const;

async function hasMark(path: string, format: keyof typeof marks): Promise<boolean> {
  const handle = await open(path);
  try {
    const mark = Buffer.from(marks[format]);
    const start = Buffer.alloc(mark.length);
    await handle.read(start, 0, mark.length, 0);
    return start.equals(mark);
  } finally {
    await handle.close();
  }
}

/** Ends a stream that becomes longer than a package may unpack to. */
const limited = (most: number) => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > most) done(new Error('unpacks to too much'));
      else done(null, chunk);
    },
  });
};

async function unzipTo(path: string, most: number, folder: string): Promise<void> {
  const files = unzip(await readFile(path), { entries: maxEntries, bytes: most, folders: true }, packing);
  if (!files.ok) throw new Error(files.fault);
  for (const [name, content] of files.value) {
    const target = resolve(folder, name);
    if (!target.startsWith(`${resolve(folder)}${sep}`)) throw new Error('a path leaves the archive');
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

/**
 * Unpacks a package into a folder: a zip, or the tar of a tar.gz. Throws for another format, for a path that leaves the folder,
 * and above ten times the size or 2 GB.
 */
export async function unpack(
  path: string,
  format: keyof typeof marks,
  bytes: number,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (!(await hasMark(path, format))) throw new Error(`no ${format}`);
  // The screen installs an apk as it is.
  if (format === 'apk') return await cp(path, join(folder, 'package.apk'));
  const most = Math.min(maxBytes, maxRatio * bytes);
  if (format === 'zip') return await unzipTo(path, most, folder);
  const target = createWriteStream(join(folder, 'package.tar'));
  await pipeline(createReadStream(path), createGunzip(), limited(most), target);
}
