import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { join } from 'node:path';
import { BackupFault } from './backup-fault.ts';
import { filesFolderOf } from './backup-place.ts';

/** The list of a backup's files: one line each with hash and size. */
export const listFile = 'files.list.zst';

export interface ListedFile {
  sha256: string;
  bytes: number;
}

const linePattern = /^([0-9a-f]{64}) (\d+)$/;

/** The files of a backup, one at a time. */
export async function* filesIn(backupFolder: string): AsyncGenerator<ListedFile> {
  const list = createReadStream(join(backupFolder, listFile)).pipe(createZstdDecompress());
  for await (const line of createInterface({ input: list, crlfDelay: Infinity })) {
    const [, sha256 = '', bytes = ''] = linePattern.exec(line) ?? [];
    if (!sha256) throw new BackupFault('DAMAGED', 'its list of files cannot be read.');
    yield { sha256, bytes: Number(bytes) };
  }
}

/** Where a folder of backups has stored content. */
export const contentPath = (place: string, sha256: string): string =>
  join(filesFolderOf(place), sha256.slice(0, 2), sha256.slice(2, 4), sha256);
