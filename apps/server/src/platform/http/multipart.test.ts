import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeUploads } from '../files/upload-folder.ts';
import { readMultipart } from './multipart.ts';

const maxBytes = 4 * 1024 * 1024;
const boundary = 'b0undary';
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweepline-multipart-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bodyOf = (file: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\nGröße\r\n`),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

function* piecesOf(body: Buffer, sizes: readonly number[]) {
  for (let at = 0, n = 0; at < body.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}

test('a file of some megabytes is stored byte for byte, however the network cuts its body', async () => {
  const sizes = fc.array(fc.integer({ min: 200, max: 300_000 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: maxBytes - 1 }), sizes, async (length, pieces) => {
      const file = randomBytes(length);
      const body = Readable.from(piecesOf(bodyOf(file), pieces));
      const { fields, uploads } = await readMultipart({
        body,
        headers,
        folder,
        maxUploadBytes: { file: maxBytes },
      });
      expect(fields).toEqual({ title: 'Größe' });
      expect(uploads.get('file')?.sha256).toBe(createHash('sha256').update(file).digest('hex'));
      await removeUploads(uploads);
    }),
    { numRuns: 40 },
  );
  expect(await readdir(folder)).toEqual([]);
});
