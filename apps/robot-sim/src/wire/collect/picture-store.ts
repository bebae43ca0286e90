import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { aiIndexFile, type AiIndexLine } from '@sweepline/contract/robot';
import { zipOf, type Packing } from '@sweepline/map-core';
import type { Disk } from '../connection/disk.ts';
import type { PartUploads } from '../connection/uploads.ts';

const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, most) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) }),
  crc32,
};

/** The pictures of one job on the disk, each a file, until the server has them. */
export class PictureStore {
  readonly #disk: Disk;
  readonly #jobId: string;

  constructor(disk: Disk, jobId: string) {
    this.#disk = disk;
    this.#jobId = jobId;
  }

  #folder = () => join(this.#disk.folder(), 'ai', this.#jobId);

  add(file: string, content: Uint8Array) {
    mkdirSync(this.#folder(), { recursive: true });
    writeFileSync(join(this.#folder(), file), content);
  }

  /** Sends pictures as one zip. Returns its bytes. */
  async send(lines: readonly AiIndexLine[], uploads: PartUploads): Promise<number> {
    const index = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const files = new Map<string, Uint8Array>([[aiIndexFile, Buffer.from(index)]]);
    for (const { file } of lines) files.set(file, readFileSync(join(this.#folder(), file)));
    const zip = zipOf(files, packing);
    const sha256 = createHash('sha256').update(zip).digest('hex');
    const name = `pictures-${lines[0]?.file.replace('.jpg', '') ?? '0'}.zip`;
    const about = { kind: 'AI_IMAGE', name, bytes: zip.byteLength, sha256, refId: this.#jobId };
    const { uploadId, partSize, parts } = await uploads.begin(about);
    const stored: { n: number; etag: string }[] = [];
    for (const [at, { n, url }] of parts.entries())
      stored.push({ n, etag: await uploads.put(url, zip.subarray(at * partSize, (at + 1) * partSize)) });
    await uploads.complete(uploadId, stored);
    return zip.byteLength;
  }

  /** Deletes pictures that the server has. */
  remove(lines: readonly AiIndexLine[]) {
    for (const { file } of lines) rmSync(join(this.#folder(), file), { force: true });
  }

  clear() {
    rmSync(this.#folder(), { recursive: true, force: true });
  }
}
