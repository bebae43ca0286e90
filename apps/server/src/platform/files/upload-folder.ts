import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fieldReason } from '@sweepline/contract';
import { maxBytesInMemory } from '../limits/body-limits.ts';
import { Refusal } from '../calls/ctx.ts';
import { spool } from './file-spool.ts';
import { newId } from '../runtime/ids.ts';
import type { Upload } from '../calls/input.ts';

/** Creates the folder for uploads of running calls, and deletes files that a killed process left in it. */
export async function prepareUploadFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
}

interface IncomingFile {
  /** The form field of the file. */
  name: string;
  maxBytes: number;
  folder: string;
}

/** Stores an uploaded file in memory if its call accepts only small files, else on disk. Refuses with `fileTooLarge`. */
export async function storeUpload(
  content: Readable,
  { name, maxBytes, folder }: IncomingFile,
): Promise<Pick<Upload, 'content' | 'sha256'>> {
  try {
    return maxBytes > maxBytesInMemory
      ? await storeOnDisk(content, maxBytes, join(folder, newId()))
      : await storeInMemory(content, maxBytes);
  } catch (error) {
    const tooLarge = error instanceof Refusal && error.reason === 'fileTooLarge';
    throw tooLarge
      ? new Refusal('fileTooLarge', { fields: { [name]: fieldReason('FILE_TOO_LARGE') } })
      : error;
  }
}

async function storeOnDisk(content: Readable, maxBytes: number, path: string) {
  try {
    const { sha256 } = await spool(content, path, maxBytes, { flush: false });
    return { content: { path }, sha256 };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function storeInMemory(content: Readable, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Refusal('fileTooLarge');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return { content: bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Deletes the files of uploads that are on disk. */
export async function removeUploads(uploads: ReadonlyMap<string, Upload>): Promise<void> {
  for (const { content } of uploads.values())
    if (!(content instanceof Uint8Array)) await rm(content.path, { force: true });
}
