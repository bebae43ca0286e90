import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unzip, zipOf, type Packing } from './zip.ts';

const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, maxOutputLength) =>
    inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxOutputLength) }),
  crc32,
};
const limits = { entries: 8, bytes: 1_000_000 };
const text = (content: string) => new TextEncoder().encode(content);
const renamed = (zip: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');

test('unzip returns the files of zipOf byte for byte, and zipOf is deterministic', () => {
  const file = fc.tuple(fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,4}$/), fc.uint8Array({ maxLength: 3_000 }));
  fc.assert(
    fc.property(fc.uniqueArray(file, { maxLength: 8, selector: ([name]) => name }), (entries) => {
      const files = new Map(entries);
      const zip = zipOf(files, packing);
      expect(zipOf(files, packing)).toEqual(zip);
      const back = unzip(zip, limits, packing);
      expect(back.ok && [...back.value].map(([name, bytes]) => [name, [...bytes]])).toEqual(
        entries.map(([name, bytes]) => [name, [...bytes]]),
      );
    }),
  );
});

test('unzip never throws on damaged bytes', () => {
  const zip = zipOf(new Map([['map.json', text('{}'.repeat(200))]]), packing);
  fc.assert(
    fc.property(fc.nat(zip.length - 1), fc.nat(255), fc.nat(zip.length), (at, value, length) => {
      const broken = zip.slice();
      broken[at] = value;
      expect(typeof unzip(broken, limits, packing).ok).toBe('boolean');
      expect(typeof unzip(broken.subarray(0, length), limits, packing).ok).toBe('boolean');
    }),
  );
});

test('unzip refuses unsafe names, duplicate names, too many files and other data', () => {
  const fault = (zip: Uint8Array) => {
    const read = unzip(zip, limits, packing);
    return read.ok ? 'ok' : read.fault;
  };
  const one = zipOf(new Map([['aabbcc.txt', text('x')]]), packing);
  expect(fault(renamed(one, 'aabbcc.txt', '../../x.tx'))).toBe('unsafeName');
  expect(fault(renamed(one, 'aabbcc.txt', '/etc/passw'))).toBe('unsafeName');
  expect(fault(renamed(one, 'aabbcc.txt', 'a\\b\\c.text'.slice(0, 10)))).toBe('unsafeName');
  const two = zipOf(
    new Map([
      ['a.txt', text('x')],
      ['b.txt', text('y')],
    ]),
    packing,
  );
  expect(fault(renamed(two, 'b.txt', 'a.txt'))).toBe('duplicateName');
  const many = new Map(Array.from({ length: 9 }, (_, i) => [`${i}.txt`, text('x')]));
  expect(fault(zipOf(many, packing))).toBe('tooMany');
  expect(fault(text('PK, I swear'))).toBe('notZip');
});

test('unzip refuses a zip bomb by its announced size and stops at the announced size', () => {
  const bomb = zipOf(new Map([['grid.png', new Uint8Array(2_000_000)]]), packing);
  expect(unzip(bomb, limits, packing)).toMatchObject({ ok: false, fault: 'tooLarge' });
  const view = new DataView(bomb.buffer);
  const central = bomb.length - 22 - 46 - 'grid.png'.length;
  view.setUint32(central + 24, 10, true);
  expect(unzip(bomb, limits, packing)).toMatchObject({ ok: false, fault: 'damaged' });
});

test('unzip takes names with folders only when asked, and none that leads out', () => {
  const zip = zipOf(
    new Map([
      ['bin/lib/one.txt', text('x')],
      ['bin/empty/', text('')],
    ]),
    packing,
  );
  const within = { ...limits, folders: true };
  const read = unzip(zip, within, packing);
  expect(read.ok && [...read.value.keys()]).toEqual(['bin/lib/one.txt']);
  expect(unzip(zip, limits, packing)).toMatchObject({ ok: false, fault: 'unsafeName' });
  for (const name of ['bin/../one.text', '/in/lib/one.txt', 'bin//lib/one.tx', 'bin/.ib/one.txt'])
    expect(unzip(renamed(zip, 'bin/lib/one.txt', name), within, packing)).toMatchObject({
      fault: 'unsafeName',
    });
});
