import { deflateSync } from 'node:zlib';
import { pictureOf } from '@sweepline/map-core';
import { pngChunk, pngFile, pngHeader } from '@sweepline/map-core/test-kit/png';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { packPng, unpackPng } from './png.ts';

const grey = { depth: 8, colourType: 0 } as const;
const greyRow = (...samples: number[]) => ({ width: samples.length, height: 1, ...grey, samples });

test.each([1, 2, 3, 4] as const)(
  'a picture of %i channels is unpacked to its own pixels',
  async (channels) => {
    const data = Uint8Array.from({ length: 7 * 5 * channels }, (_, i) => (i * 37) % 256);
    const colourType = ([0, 4, 2, 6] as const)[channels - 1]!;
    const png = pngFile({ width: 7, height: 5, depth: 8, colourType, samples: [...data] });
    const pixels = await unpackPng(png);
    // Grey with opacity is returned as colours with opacity.
    const greys = Uint8Array.from({ length: 7 * 5 * 4 }, (_, i) => data[2 * (i >> 2) + Number(i % 4 === 3)]!);
    expect([...pixels.data]).toEqual([...(channels === 2 ? greys : data)]);
    expect(pixels).toMatchObject({ width: 7, height: 5, channels: channels === 2 ? 4 : channels });
  },
);

test.each([1, 3] as const)('packed pixels of %i channels are unpacked to the same', async (channels) => {
  const data = Uint8Array.from({ length: 9 * 4 * channels }, (_, i) => (i * 41) % 256);
  const png = await packPng({ width: 9, height: 4, channels, data });
  // Colour type and depth of the header: robots read 8-bit grey only.
  expect([...png.subarray(24, 26)]).toEqual([8, channels === 1 ? 0 : 2]);
  expect([...(await unpackPng(png)).data]).toEqual([...data]);
});

test('16 bits are rounded to 8 like in a PGM, and not cut', async () => {
  const samples = [0, 0x00_ff, 0xcd_7f, 0xcd_ff, 0xff_ff];
  const png = pngFile({ width: 5, height: 1, depth: 16, colourType: 0, samples });
  expect([...pictureOf(await unpackPng(png)).pixels]).toEqual(
    samples.map((value) => Math.round((value * 255) / 65_535)),
  );
});

test('neither a colour profile nor a gamma changes the values', async () => {
  const gamma = Buffer.alloc(4);
  gamma.writeUInt32BE(10_000);
  const p3 = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#645a50' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  expect((await sharp(p3).metadata()).icc).toBeDefined();
  const raw = await sharp(p3, { ignoreIcc: true }).raw().toBuffer();
  expect([...(await unpackPng(p3)).data]).toEqual([...raw]);
  const png = pngFile({ ...greyRow(0, 100, 205, 254), extra: [pngChunk('gAMA', gamma)] });
  expect([...(await unpackPng(png)).data]).toEqual([0, 100, 205, 254]);
});

describe('an untrusted picture', () => {
  test('that unpacks to more bytes than its size needs is refused', async () => {
    const bomb = Buffer.concat([
      pngHeader({ width: 100, height: 100, ...grey }),
      pngChunk('IDAT', deflateSync(Buffer.alloc(20_000_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    await expect(unpackPng(bomb)).rejects.toThrow(/larger than/);
  });

  test('has no chunk unpacked that holds no pixels', async () => {
    const odd = ['iCCP', 'zTXt'].map((type) => pngChunk(type, Buffer.from('name\0\0not packed at all')));
    const png = pngFile({ ...greyRow(0, 254), extra: odd });
    expect([...(await unpackPng(png)).data]).toEqual([0, 254]);
  });

  test('that is truncated or damaged is refused', async () => {
    const samples = Array.from({ length: 1_600 }, () => 9);
    const png = pngFile({ width: 40, height: 40, ...grey, samples });
    for (const length of [0, 20, 40, png.length - 20])
      await expect(unpackPng(png.subarray(0, length))).rejects.toThrow();
    // The checksum of the pixels.
    const wrong = Buffer.from(png);
    wrong[png.length - 13]! ^= 1;
    await expect(unpackPng(wrong)).rejects.toThrow();
    await expect(unpackPng(pngFile({ ...greyRow(0), depth: 16, colourType: 3 }))).rejects.toThrow();
  });
});
