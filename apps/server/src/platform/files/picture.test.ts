import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../calls/ctx.ts';
import { encodeAgain } from './picture.ts';

const limits = { side: 100, tooLong: () => new Refusal('invalid') };
const encode = (bytes: Buffer) => encodeAgain(bytes, limits);
const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });
const refusalOf = (bytes: Buffer) =>
  encode(bytes).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.reason : error),
  );

test('a photograph is stored upright and without the place where it was taken', async () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 56/1 0/1' } };
  const photo = await red(20, 10).jpeg().withExif(gps).withMetadata({ orientation: 6 }).toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const picture = await encode(photo);
  expect(picture).toMatchObject({ mediaType: 'image/jpeg', width: 10, height: 20 });
  expect(await sharp(picture.content).metadata()).not.toHaveProperty('exif');
});

describe.each(['png', 'jpeg', 'gif'] as const)('a %s', (format) => {
  test('loses the data after its end', async () => {
    const bytes = await red(20, 10).toFormat(format).toBuffer();
    const picture = await encode(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]));
    expect(picture).toMatchObject({ mediaType: `image/${format}`, width: 20, height: 10 });
    expect(picture.content.includes('<script>')).toBe(false);
    expect((await sharp(picture.content).stats()).dominant.r).toBeGreaterThan(200);
  });

  test('that breaks off is refused', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red', noise } })
      .toFormat(format)
      .toBuffer();
    expect(await refusalOf(bytes.subarray(0, bytes.length / 2))).toBe('fileFormat');
  });

  test('with a side beyond the limit is refused for its size', async () => {
    expect(await refusalOf(await red(101, 1).toFormat(format).toBuffer())).toBe('invalid');
  });
});

test('an animation keeps its frames', async () => {
  const frames = await Promise.all(
    [red(10, 10), red(10, 10).negate()].map((frame) => frame.png().toBuffer()),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const picture = await encode(gif);
  expect(picture).toMatchObject({ mediaType: 'image/gif', width: 10, height: 10 });
  expect((await sharp(picture.content).metadata()).pages).toBe(2);
});

test('other content and other formats are refused', async () => {
  const words = [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>',
    'GIF89a<script>',
    '%PDF-1.4',
  ];
  for (const word of words) expect(await refusalOf(Buffer.from(word)), word).toBe('fileFormat');
  expect(await refusalOf(await red(10, 10).webp().toBuffer())).toBe('fileFormat');
  expect(await refusalOf(await red(10, 10).tiff().toBuffer())).toBe('fileFormat');
});
