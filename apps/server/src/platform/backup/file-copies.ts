import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage } from '../files/files.ts';
import { FileFault } from '../files/file-fault.ts';
import { partialOf } from './backup-place.ts';
import { hashFile, writeStream, type OnBytes } from './durable-file.ts';
import { contentPath, type ListedFile } from './file-list.ts';

type Source = Pick<FileStorage, 'older' | 'open' | 'size'>;

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
/** Every age: content that was stored this moment belongs to a row that may be in the snapshot. */
const anyAgeMs = -3_600_000;

/** All content of a store with its size. What was deleted meanwhile is left out. */
async function* contentOf(files: Source): AsyncGenerator<ListedFile> {
  for await (const hashes of files.older(anyAgeMs))
    for (const sha256 of hashes) {
      const bytes = await files.size(sha256);
      if (bytes !== undefined) yield { sha256, bytes };
    }
}

export interface NewFiles {
  bytes: number;
  count: number;
}

/** What a backup would have to copy. */
export async function missingFiles(files: Source, place: string): Promise<NewFiles> {
  const missing = { bytes: 0, count: 0 };
  for await (const { sha256, bytes } of contentOf(files)) {
    if ((await sizeOf(contentPath(place, sha256))) === bytes) continue;
    missing.bytes += bytes;
    missing.count += 1;
  }
  return missing;
}

interface CopyTotals {
  files: number;
  fileBytes: number;
  newFileBytes: number;
  faultyFiles: string[];
}

/**
 * Copies the content that the folder lacks and yields the lines of the list. Each file is hashed on its way and read back, then gets its
 * name. Content that cannot be read is listed apart: one bad sector must not end all backups.
 */
export async function* copyFiles(
  { files, place, name }: { files: Source; place: string; name: string },
  totals: CopyTotals,
  onBytes: OnBytes,
): AsyncGenerator<Buffer> {
  const draft = join(partialOf(place, name), `content-${randomUUID()}`);
  for await (const { sha256, bytes } of contentOf(files)) {
    const path = contentPath(place, sha256);
    const isNew = (await sizeOf(path)) !== bytes;
    if (isNew && !(await copyFile(files, sha256, { draft, path, onBytes }))) {
      totals.faultyFiles.push(sha256);
      continue;
    }
    totals.files += 1;
    totals.fileBytes += bytes;
    if (isNew) totals.newFileBytes += bytes;
    yield Buffer.from(`${sha256} ${bytes}\n`);
  }
}

interface CopyPaths {
  draft: string;
  path: string;
  onBytes: OnBytes;
}

async function copyFile(
  files: Source,
  sha256: string,
  { draft, path, onBytes }: CopyPaths,
): Promise<boolean> {
  try {
    await writeStream(draft, files.open(sha256), onBytes);
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof FileFault) return false;
    throw error;
  }
  const { sha256: actual } = await hashFile(draft);
  if (actual !== sha256) throw new Error(`the file ${sha256} was written and reads back differently`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(draft, path);
  return true;
}
