import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { zipStream, type ZippedFile } from '../../../platform/documents/zip-stream.ts';
import { isSimilar, pictureFacts } from './picture-facts.ts';
import { picturesOf } from './zip-pictures.ts';

const jobId = '0193f0c2-7a31-7c55-9d0e-00000000000b';
const mapId = '6f1d1f6e-0000-4000-8000-000000000001';
const line = (file: string, over: object = {}) => ({
  file,
  jobId,
  capturedAt: '2026-11-30T10:00:00.000Z',
  camera: 'DOWN',
  mapId,
  trigger: 'INTERVAL',
  facesBlurred: true,
  ...over,
});
const indexOf = (lines: readonly object[]): ZippedFile => ({
  name: 'index.jsonl',
  content: [lines.map((it) => `${JSON.stringify(it)}\n`).join('')],
});
const picture = (name: string, content = 'x'): ZippedFile => ({ name, content: [content] });

async function read(files: readonly ZippedFile[]) {
  const zip = await buffer(zipStream(files));
  const { Readable } = await import('node:stream');
  return await picturesOf(
    {
      bytes: zip.length,
      read: (start, end) => Promise.resolve(zip.subarray(start, end)),
      open: (range) => Readable.from([range ? zip.subarray(range.start, range.end + 1) : zip]),
    },
    jobId,
  );
}

describe('picturesOf', () => {
  test('each picture has its line of the index', async () => {
    const pictures = await read([
      indexOf([line('1.jpg'), line('2.jpg')]),
      picture('1.jpg', 'one'),
      picture('2.jpg'),
    ]);
    expect(pictures.map(({ line: { file } }) => file)).toEqual(['1.jpg', '2.jpg']);
    expect((await pictures[0]!.content()).toString()).toBe('one');
  });

  const many = Array.from({ length: 200 }, (_, at) => `${at}.jpg`);
  test.each<[string, ZippedFile[]]>([
    ['no index', [picture('1.jpg')]],
    ['another path', [indexOf([line('1.jpg')]), picture('folder/1.jpg')]],
    ['a name that is no picture', [indexOf([line('1.jpg')]), picture('1.png')]],
    ['a picture without a line', [indexOf([line('1.jpg')]), picture('1.jpg'), picture('2.jpg')]],
    ['a line without a picture', [indexOf([line('1.jpg'), line('2.jpg')]), picture('1.jpg')]],
    ['the same line twice', [indexOf([line('1.jpg'), line('1.jpg')]), picture('1.jpg')]],
    ['another job', [indexOf([line('1.jpg', { jobId: mapId })]), picture('1.jpg')]],
    ['an index that is no JSON', [picture('index.jsonl', 'x'), picture('1.jpg')]],
    ['too many entries', [indexOf(many.map((it) => line(it))), ...many.map((it) => picture(it))]],
    [
      'more than ten times when it is unpacked',
      [indexOf([line('1.jpg')]), picture('1.jpg', '0'.repeat(5_000_000))],
    ],
  ])('%s is refused', async (_name, files) => {
    await expect(read(files)).rejects.toThrow();
  });
});

describe('pictureFacts', () => {
  const grey = (shade: number) =>
    sharp({ create: { width: 64, height: 36, channels: 3, background: { r: shade, g: shade, b: shade } } });

  test('reads the size of a JPEG and refuses other formats, damage and text', async () => {
    const jpeg = await grey(80).jpeg().toBuffer();
    expect(await pictureFacts(jpeg)).toMatchObject({ width: 64, height: 36 });
    await expect(pictureFacts(await grey(80).png().toBuffer())).rejects.toThrow('no JPEG');
    await expect(pictureFacts(jpeg.subarray(0, 200))).rejects.toThrow();
    await expect(pictureFacts(Buffer.from('picture'))).rejects.toThrow();
  });

  test('pictures that differ in up to three bits look the same', () => {
    expect(isSimilar('00000000000000ff', '00000000000000f8')).toBe(true);
    expect(isSimilar('00000000000000ff', '00000000000000f0')).toBe(false);
  });
});
