import { crc32, deflateSync } from 'node:zlib';
import { decode, encode } from 'fast-png';
import { expect, test } from 'vitest';
import { unpackPng } from './png.ts';

const chunk = (type: string, data: Uint8Array) => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};
const afterHeader = 33;
const withChunk = (png: Uint8Array, extra: Uint8Array) =>
  Buffer.concat([png.subarray(0, afterHeader), extra, png.subarray(afterHeader)]);

test.each([1, 2, 3, 4])('a picture of %i channels is unpacked to its own pixels', (channels) => {
  const data = Uint8Array.from({ length: 7 * 5 * channels }, (_, i) => (i * 37) % 256);
  const png = encode({ width: 7, height: 5, channels, data });
  expect([...unpackPng(png).data]).toEqual([...data]);
});

test('a picture that unpacks to more bytes than its size needs is refused', () => {
  const header = encode({ width: 100, height: 100, channels: 1, data: new Uint8Array(10_000) }).subarray(
    0,
    33,
  );
  const bomb = Buffer.concat([
    header,
    chunk('IDAT', deflateSync(Buffer.alloc(20_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  expect(decode(bomb).data).toHaveLength(10_000);
  expect(() => unpackPng(bomb)).toThrow(/larger than/);
});

test('a chunk without pixels is never unpacked', () => {
  const png = encode({ width: 2, height: 1, channels: 1, data: Uint8Array.of(0, 254) });
  // Unpacking this profile would throw.
  const odd = withChunk(png, chunk('iCCP', Buffer.from('name\0\0not packed at all')));
  expect([...unpackPng(odd).data]).toEqual([0, 254]);
});

test('a truncated picture is refused', () => {
  const png = encode({ width: 40, height: 40, channels: 1, data: new Uint8Array(1_600).fill(9) });
  for (const length of [0, 20, 40, png.length - 20])
    expect(() => unpackPng(png.subarray(0, length))).toThrow();
});
