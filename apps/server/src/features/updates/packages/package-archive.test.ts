import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PackageFormat } from '@sweepline/contract';
import { ArchiveFault, type ArchiveSource } from '../../../platform/files/archive-source.ts';
import { checkArchive } from './package-archive-service.ts';
import { tarGzOf, tarOf, zipOf } from './archive-samples.ts';

const sourceOf = (content: Buffer): ArchiveSource => ({
  bytes: content.length,
  read: async (start, end) => content.subarray(start, end),
  open: ({ start, end } = { start: 0, end: content.length - 1 }) =>
    Readable.from([content.subarray(start, end + 1)], { objectMode: false }),
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

  test('a symbolic link and a device are refused, and a name that is there twice', async () => {
    expect(await judge(await zipOf([{ name: 'link______', mode: 0o120_777 }]), 'zip')).toBe('UNSAFE');
    expect(await judge(await zipOf([{ name: 'device____', mode: 0o060_644 }]), 'zip')).toBe('UNSAFE');
    expect(await judge(await names('same______', 'same______'), 'zip')).toBe('AMBIGUOUS');
    expect(await judge(await names('a/same____', 'a//same___'), 'zip')).toBe('OK');
    expect(await judge(await names('./same____', '././same__'), 'zip')).toBe('OK');
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

  describe('the directory and the records before the contents', () => {
    const changed = async (edit: (zip: Buffer, entryAt: number) => void) => {
      const zip = await zipOf([{ name: 'a_________', content: Buffer.from('some text, some text') }]);
      edit(zip, zip.readUInt32LE(zip.length - 22 + 16));
      return await judge(zip, 'zip');
    };

    test('are equal', async () => {
      expect(await changed(() => {})).toBe('OK');
    });

    test.each<[string, (zip: Buffer, entryAt: number) => void]>([
      ['another name', (zip) => zip.write('b', 30)],
      ['another way of packing', (zip) => zip.writeUInt16LE(0, 8)],
      ['other flags', (zip) => zip.writeUInt16LE(0, 6)],
      ['another size unpacked', (zip, at) => zip.writeUInt32LE(21, at + 24)],
      ['another size packed', (zip, at) => zip.writeUInt32LE(zip.readUInt32LE(at + 20) - 1, at + 20)],
      ['another checksum', (zip, at) => zip.writeUInt32LE(1, at + 16)],
      ['a name in an unknown character set', (zip, at) => [30, at + 46].forEach((it) => (zip[it] = 0xe4))],
      ['a folder with content', (zip, at) => [39, at + 55].forEach((it) => zip.write('/', it))],
      ['flags of encryption', (zip, at) => [6, at + 8].forEach((it) => zip.writeUInt16LE(0x2808, it))],
    ])('with %s are refused', async (_what, edit) => {
      expect(await changed(edit)).toBe('AMBIGUOUS');
    });

    test.each<[string, string, string]>([
      ['a second name', 'AMBIGUOUS', '7570010001'],
      ['sizes of 64 bits', 'AMBIGUOUS', '01000000'],
      ['a field longer than its room', 'AMBIGUOUS', '55540900'],
      ['a time', 'OK', '5554010000'],
    ])('with an extra field for %s: %s', async (_what, fault, hex) => {
      const zip = await names('a_________');
      const extra = Buffer.from(hex, 'hex');
      const endAt = zip.length - 22;
      const entryAt = zip.readUInt32LE(endAt + 16);
      const [entry, end] = [Buffer.from(zip.subarray(entryAt, endAt)), Buffer.from(zip.subarray(endAt))];
      entry.writeUInt16LE(entry.readUInt16LE(30) + extra.length, 30);
      end.writeUInt32LE(entry.length + extra.length, 12);
      expect(await judge(Buffer.concat([zip.subarray(0, entryAt), entry, extra, end]), 'zip')).toBe(fault);
    });

    test('bytes between them that only one kind of program reads are refused', async () => {
      const zip = await names('a_________', 'b_________');
      const endAt = zip.length - 22;
      const entryAt = zip.readUInt32LE(endAt + 16);
      const hidden = Buffer.from('hidden');
      const end = Buffer.from(zip.subarray(endAt));
      end.writeUInt32LE(entryAt + hidden.length, 16);
      const parts = [zip.subarray(0, entryAt), hidden, zip.subarray(entryAt, endAt), end];
      expect(await judge(Buffer.concat(parts), 'zip')).toBe('AMBIGUOUS');
    });
  });

  test('a comment with the end of an archive in it is refused', async () => {
    const zip = await names('a_________');
    const commented = Buffer.concat([zip, zip.subarray(-22), Buffer.from('note')]);
    commented.writeUInt16LE(26, zip.length - 2);
    expect(await judge(commented, 'zip')).toBe('FORMAT');
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
      { name: 'x', type: 'x', content: Buffer.from('16 path=/etc/x_\n') },
      { name: 'harmless' },
    ];
    expect(await judge(tarGzOf(extended), 'tar.gz')).toBe('UNSAFE');
  });

  test('records of a PAX header are read by their length, and another length is refused', async () => {
    const named = (...records: string[]) =>
      tarGzOf([{ name: 'x', type: 'x', content: Buffer.from(records.join('')) }, { name: 'harmless' }]);
    expect(await judge(named('10 path=a\n', '20 mtime=1796000000\n'), 'tar.gz')).toBe('OK');
    for (const records of [
      ['11 path=a\n'],
      ['8 path=a\n'],
      ['010 path=a\n'],
      ['10 path=a\n', 'more'],
      ['10 path=a\n', '10 path=b\n'],
      ['8 path=\n'],
      ['12 path=a\0b\n'],
      ['10 size=1\n'],
      ['22 GNU.sparse.major=1\n'],
      ['16 charset=UTF8\n'],
      ['13 unknown=1\n'],
    ])
      expect(await judge(named(...records), 'tar.gz'), records.join()).toBe('AMBIGUOUS');
  });

  test('a long name and a PAX header for one entry, a second one, and one without an entry are refused', async () => {
    const record = (type: string) => ({
      name: 'r',
      type,
      content: Buffer.from(type === 'x' ? '10 path=a\n' : 'a\0'),
    });
    const judged = (...types: string[]) => judge(tarGzOf([...types.map(record), { name: 'b' }]), 'tar.gz');
    for (const types of [['x'], ['L'], ['L', 'K']]) expect(await judged(...types), types.join()).toBe('OK');
    for (const types of [
      ['x', 'x'],
      ['L', 'L'],
      ['x', 'L'],
      ['L', 'x'],
    ])
      expect(await judged(...types), types.join()).toBe('AMBIGUOUS');
    expect(await judge(tarGzOf([{ name: 'b' }, record('L')]), 'tar.gz')).toBe('AMBIGUOUS');
  });

  test.each([
    ['a global header', { name: 'g', type: 'g', content: Buffer.from('13 comment=a\n') }],
    ['a sparse file', { name: 's', type: 'S' }],
    ['an unknown type', { name: 'u', type: 'Z' }],
    ['a folder with content', { name: 'd/', type: '5', content: Buffer.alloc(512) }],
    ['a link with content', { name: 'l', type: '2', link: 'b', content: Buffer.alloc(512) }],
    ['a file that is named like a folder', { name: 'd/' }],
    ['a name with bytes after its end', { name: 'a\0b' }],
    ['a name that is no UTF-8', { name: 'a', edit: (head: Buffer) => void (head[1] = 0xff) }],
    ['no mark of a format', { name: 'a', edit: (head: Buffer) => void head.fill(0, 257, 265) }],
    [
      'fields of the older format',
      { name: 'a', edit: (head: Buffer) => void head.fill('ustar  \u0000b', 257, 266).write('b', 345) },
    ],
    ['the name of an entry before it', { name: './b' }],
  ])('%s is refused', async (_what, entry) => {
    expect(await judge(tarGzOf([{ name: 'b' }, entry, { name: 'c' }]), 'tar.gz')).toBe('AMBIGUOUS');
  });

  test('a folder may be named twice', async () => {
    const folder = { name: 'a/', type: '5' };
    expect(await judge(tarGzOf([folder, { name: 'a/b' }, folder]), 'tar.gz')).toBe('OK');
  });

  test('what follows the last entry or the compressed bytes is refused', async () => {
    const [first, second] = [tarOf([{ name: 'a' }]), tarOf([{ name: 'b' }])];
    expect(await judge(gzipSync(Buffer.concat([first, Buffer.alloc(4096)])), 'tar.gz')).toBe('OK');
    for (const content of [
      gzipSync(Buffer.concat([first, second])),
      gzipSync(Buffer.concat([first.subarray(0, -512), second])),
    ])
      expect(await judge(content, 'tar.gz')).toBe('AMBIGUOUS');
    const packed = gzipSync(first);
    expect(await judge(Buffer.concat([packed, gzipSync(second)]), 'tar.gz')).toBe('AMBIGUOUS');
    expect(await judge(Buffer.concat([packed, Buffer.from('0123456789')]), 'tar.gz')).toBe('AMBIGUOUS');
    packed[packed.length - 8]! ^= 1;
    expect(await judge(packed, 'tar.gz')).toBe('FORMAT');
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
        expect(['OK', 'FORMAT', 'AMBIGUOUS', 'UNSAFE', 'TOO_LARGE']).toContain(await judge(changed, format));
      },
    ),
    { numRuns: 200 },
  );
});
