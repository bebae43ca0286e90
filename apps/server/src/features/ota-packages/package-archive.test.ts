import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PackageFormat } from '@sweepline/contract';
import { ArchiveFault, type ArchiveSource } from '../../platform/files/archive-source.ts';
import { checkArchive } from './package-archive.ts';
import { tarGzOf, tarOf, zipOf } from './archive-samples.ts';

const sourceOf = (content: Buffer): ArchiveSource => ({
  bytes: content.length,
  read: async (start, end) => content.subarray(start, end),
  open: () => Readable.from([content], { objectMode: false }),
});

/** The fault of an archive, or `OK`. */
async function judge(content: Buffer, format: PackageFormat): Promise<string> {
  try {
    await checkArchive(sourceOf(content), format);
    return 'OK';
  } catch (error) {
    if (error instanceof ArchiveFault) return error.fault;
    // Damage of the compression is translated where the file is known.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return 'FORMAT';
    throw error;
  }
}

const names = (...list: string[]) => zipOf(list.map((name) => ({ name })));

describe('zip', () => {
  test('a zip is one, and is neither a tar.gz nor an apk', async () => {
    const zip = await names('a/b_______');
    expect(await judge(zip, 'zip')).toBe('OK');
    expect(await judge(zip, 'tar.gz')).toBe('FORMAT');
    expect(await judge(zip, 'apk')).toBe('FORMAT');
  });

  test.each([
    ['a parent folder', '../x______'],
    ['a parent folder within', 'a/../../x_'],
    ['an absolute path', '/etc/x____'],
    ['a drive', 'C:x_______'],
    ['a backslash', '..\\x______'],
    ['a NUL', 'a\0________'],
  ])('an entry with %s is refused', async (_what, name) => {
    expect(await judge(await names('ok________', name), 'zip')).toBe('UNSAFE');
  });

  test('a symbolic link, a device and a name that is there twice are refused', async () => {
    expect(await judge(await zipOf([{ name: 'link______', mode: 0o120_777 }]), 'zip')).toBe('UNSAFE');
    expect(await judge(await zipOf([{ name: 'device____', mode: 0o060_644 }]), 'zip')).toBe('UNSAFE');
    expect(await judge(await names('same______', 'same______'), 'zip')).toBe('UNSAFE');
  });

  test('an archive that unpacks to more than ten times its size is refused', async () => {
    const bomb = await zipOf([{ name: 'zeros_____', content: Buffer.alloc(3_000_000) }]);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await judge(bomb, 'zip')).toBe('TOO_LARGE');
    const honest = await zipOf([{ name: 'random____', content: randomBytes(3_000_000) }]);
    expect(await judge(honest, 'zip')).toBe('OK');
  });

  test('entries that share bytes are refused', async () => {
    const zip = await zipOf([{ name: 'a_________', content: randomBytes(5_000) }]);
    const endAt = zip.length - 22;
    const start = zip.readUInt32LE(endAt + 16);
    const entry = zip.subarray(start, endAt);
    const again = Buffer.from(entry);
    again.write('b', 46);
    const end = Buffer.from(zip.subarray(endAt));
    end.writeUInt16LE(2, 8);
    end.writeUInt16LE(2, 10);
    end.writeUInt32LE(entry.length * 2, 12);
    expect(await judge(Buffer.concat([zip.subarray(0, endAt), again, end]), 'zip')).toBe('FORMAT');
  });

  test('a cut zip, an empty one and another file are refused, also with a comment at the end', async () => {
    const zip = await names('a_________');
    expect(await judge(zip.subarray(0, -1), 'zip')).toBe('FORMAT');
    expect(await judge(zip.subarray(0, 20), 'zip')).toBe('FORMAT');
    expect(await judge(await zipOf([]), 'zip')).toBe('FORMAT');
    expect(await judge(Buffer.alloc(0), 'zip')).toBe('FORMAT');
    const commented = Buffer.concat([zip, Buffer.from('note')]);
    commented.writeUInt16LE(4, zip.length - 2);
    expect(await judge(commented, 'zip')).toBe('OK');
  });

  test('a directory that is larger than one read is read whole', async () => {
    const entries = Array.from({ length: 9_000 }, (_, n) => ({ name: `f${String(n).padStart(9, '0')}` }));
    expect(await judge(await zipOf(entries), 'zip')).toBe('OK');
    const last = entries.slice(1).concat({ name: '../x______' });
    expect(await judge(await zipOf(last), 'zip')).toBe('UNSAFE');
  });
});

describe('tar.gz', () => {
  test('a tar.gz is one; a gzip of another file, a tar without gzip and a cut one are not', async () => {
    const archive = tarGzOf([
      { name: 'a/', type: '5' },
      { name: 'a/b', content: randomBytes(2_000) },
    ]);
    expect(await judge(archive, 'tar.gz')).toBe('OK');
    expect(await judge(archive, 'zip')).toBe('FORMAT');
    expect(await judge(gzipSync(randomBytes(2_000)), 'tar.gz')).toBe('FORMAT');
    expect(await judge(tarOf([{ name: 'a' }]), 'tar.gz')).toBe('FORMAT');
    expect(await judge(archive.subarray(0, -9), 'tar.gz')).toBe('FORMAT');
  });

  test('links inside are accepted, links to the outside are refused', async () => {
    const link = (target: string, type = '2') => tarGzOf([{ name: 'a/b/c', type, link: target }]);
    expect(await judge(link('../../lib/x'), 'tar.gz')).toBe('OK');
    expect(await judge(link('../../../x'), 'tar.gz')).toBe('UNSAFE');
    expect(await judge(link('/etc/passwd'), 'tar.gz')).toBe('UNSAFE');
    expect(await judge(link('a/d', '1'), 'tar.gz')).toBe('OK');
    expect(await judge(link('../d', '1'), 'tar.gz')).toBe('UNSAFE');
  });

  test('links that lead outside only together are refused', async () => {
    const throughLink = [
      { name: 'd/up', type: '2', link: '..' },
      { name: 'd/out', type: '2', link: 'up/..' },
    ];
    expect(await judge(tarGzOf(throughLink), 'tar.gz')).toBe('UNSAFE');
    const below = [
      { name: 'd/up', type: '2', link: '..' },
      { name: './d/up/out', type: '2', link: '..' },
    ];
    expect(await judge(tarGzOf(below), 'tar.gz')).toBe('UNSAFE');
    expect(await judge(tarGzOf(below.slice(0, 1)), 'tar.gz')).toBe('OK');
  });

  test('unsafe names, also in an extended header, and devices are refused', async () => {
    expect(await judge(tarGzOf([{ name: '../a' }]), 'tar.gz')).toBe('UNSAFE');
    expect(await judge(tarGzOf([{ name: 'null', type: '3' }]), 'tar.gz')).toBe('UNSAFE');
    const extended = [
      { name: 'x', type: 'x', content: Buffer.from('17 path=/etc/x__\n') },
      { name: 'harmless' },
    ];
    expect(await judge(tarGzOf(extended), 'tar.gz')).toBe('UNSAFE');
  });

  test('an archive that unpacks to more than ten times its size is refused', async () => {
    const bomb = tarGzOf([{ name: 'zeros', content: Buffer.alloc(3_000_000) }]);
    expect(await judge(bomb, 'tar.gz')).toBe('TOO_LARGE');
  });
});

test('an apk is a zip with a manifest, and no zip for the other types', async () => {
  const files = await zipOf([{ name: 'classes___' }]);
  const marked = Buffer.from(
    (await zipOf([{ name: 'classes___' }, { name: 'AndroidMan' }])).toString('latin1'),
    'latin1',
  );
  expect(await judge(files, 'apk')).toBe('FORMAT');
  // Not the whole name of the manifest.
  expect(await judge(marked, 'apk')).toBe('FORMAT');
});

test('arbitrary bytes are refused and never cause another error', async () => {
  const valid = await names('a_________');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 600 }),
      fc.nat(valid.length - 1),
      fc.constantFrom<PackageFormat>('zip', 'tar.gz', 'apk'),
      async (bytes, at, format) => {
        expect(await judge(Buffer.from(bytes), format)).not.toBe('OK');
        const changed = Buffer.from(valid);
        changed.set(bytes.subarray(0, valid.length - at), at);
        expect(['OK', 'FORMAT', 'UNSAFE', 'TOO_LARGE']).toContain(await judge(changed, format));
      },
    ),
    { numRuns: 200 },
  );
});
