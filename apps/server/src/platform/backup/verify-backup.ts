import { join } from 'node:path';
import { BackupFault } from './backup-fault.ts';
import { checkHeadSeal, type BackupHead } from './backup-head.ts';
import { keysFile } from './backup-parts.ts';
import type { FoundBackup } from './backup-place.ts';
import { hashFile, type OnBytes, type WrittenFile } from './durable-file.ts';
import { contentPath, filesIn } from './file-list.ts';
import { openBytes, type BackupKey } from './key-seal.ts';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Compares a file with what is known of it. */
async function compare(path: string, name: string, expected: WrittenFile, onBytes?: OnBytes): Promise<void> {
  const actual = await hashFile(path, onBytes).catch((error: unknown) => {
    if (isMissing(error)) throw new BackupFault('DAMAGED', `${name} is missing.`);
    throw error;
  });
  if (actual.bytes !== expected.bytes)
    throw new BackupFault('DAMAGED', `${name} has ${actual.bytes} of ${expected.bytes} bytes.`);
  if (actual.sha256 !== expected.sha256) throw new BackupFault('DAMAGED', `${name} was changed.`);
}

/** Reads every part back and compares it with the head. */
export async function verifyParts(
  folder: string,
  { parts }: Pick<BackupHead, 'parts'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const part of parts)
    await compare(join(folder, part.name), part.name, part, () => signal?.throwIfAborted());
}

/** Reads the parts and all files of a backup. Refuses what is missing, cut or has one bit changed. */
export async function verifyBackup(
  { folder, head, place }: Pick<FoundBackup, 'folder' | 'head'> & { place: string },
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  await verifyParts(folder, head, signal);
  let files = 0;
  let bytes = 0;
  for await (const file of filesIn(folder)) {
    signal?.throwIfAborted();
    await compare(contentPath(place, file.sha256), `the stored file ${file.sha256}`, file);
    files += 1;
    bytes += file.bytes;
  }
  if (files !== head.files) throw new BackupFault('DAMAGED', `its list has ${files} of ${head.files} files.`);
  return { files, bytes };
}

/** Opens the keys of a backup. Refuses a wrong passphrase, and a head that no holder of the passphrase has written. */
export async function openKeys(
  found: Pick<FoundBackup, 'folder' | 'head' | 'seal'>,
  key: BackupKey,
): Promise<Record<string, string>> {
  checkHeadSeal(found, key);
  const sealed = await readFile(join(found.folder, keysFile));
  return z.record(z.string(), z.string()).parse(JSON.parse(openBytes(key, sealed).toString()));
}
