import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupPhase } from '@sweepline/contract';
import { createFileStore } from '../files/files.ts';
import type { BackupHead } from './backup-head.ts';
import type { BackupLocks } from './backup-locks.ts';
import type { BackupOptions } from './backup-options.ts';
import { partialOf } from './backup-place.ts';
import { factsOf } from './database/database-facts.ts';
import { writeDatabase, writePacked } from './database/database-part.ts';
import { checkRoom, createRoomGuard, systemDisk } from './disk.ts';
import { hashFile, writeWhole, type WrittenFile } from './durable-file.ts';
import { copyFiles, missingFiles } from './file-copies.ts';
import { listFile } from './file-list.ts';
import { sealBytes } from './key-seal.ts';

export const keysFile = 'keys.sealed';

/** Counts the bytes of a phase, looks at the disk, and ends the work when it is stopped. */
export function report({ onProgress, signal }: BackupOptions, phase: BackupPhase, totalBytes: number | null) {
  let doneBytes = 0;
  return (bytes: number): void => {
    signal?.throwIfAborted();
    doneBytes += bytes;
    onProgress?.({ phase, doneBytes, totalBytes });
  };
}

async function writeKeys(options: BackupOptions, folder: string): Promise<WrittenFile> {
  report(options, 'KEYS', null)(0);
  const path = join(folder, keysFile);
  await writeWhole(path, sealBytes(options.key, Buffer.from(JSON.stringify(options.keys))));
  return await hashFile(path);
}

/** Writes all parts of a backup into its partial folder. Returns the head, which is not written yet. */
export async function writeParts(
  options: BackupOptions & { now: () => Date },
  name: string,
  locks: BackupLocks,
): Promise<BackupHead> {
  const { place, filesUrl, key, now, disk = systemDisk, fingerprint, version } = options;
  const folder = partialOf(place, name);
  const files = createFileStore(filesUrl);
  try {
    const facts = await factsOf(locks.values);
    const missing = await missingFiles(files, place);
    // What is not yet packed is larger than what is written.
    await checkRoom(disk, place, facts.bytes + missing.bytes);
    await mkdir(folder, { mode: 0o700 });
    const guard = createRoomGuard(disk, place);
    const counting = (phase: BackupPhase, total: number | null) => {
      const count = report(options, phase, total);
      return async (bytes: number) => {
        count(bytes);
        await guard(bytes);
      };
    };
    const database = await writeDatabase({
      ...options,
      folder,
      label: name,
      onBytes: counting('DATABASE', null),
    });
    const totals = { files: 0, fileBytes: 0, newFileBytes: 0, faultyFiles: [] as string[] };
    const copies = copyFiles({ files, place, name }, totals, counting('FILES', missing.bytes));
    const list = await writePacked(join(folder, listFile), copies, () => {});
    const keys = await writeKeys(options, folder);
    return {
      format: 1,
      version,
      schema: facts.schema,
      kind: database.kind,
      at: database.at.toISOString(),
      endedAt: now().toISOString(),
      fingerprint,
      salt: key.salt,
      parts: [...database.parts, { name: listFile, ...list }, { name: keysFile, ...keys }],
      databaseBytes: database.bytes,
      ...totals,
      auditHead: facts.auditHead,
    };
  } finally {
    await files.close();
  }
}
