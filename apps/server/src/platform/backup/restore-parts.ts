import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import type { FileStorage } from '../files/files.ts';
import { BackupFault } from './backup-fault.ts';
import type { FoundBackup } from './backup-place.ts';
import { loadSnapshot } from './database/copy-restore.ts';
import { baseFile, copyFile, manifestFile } from './database/database-part.ts';
import { contentPath, filesIn } from './file-list.ts';
import { createManifestCheck } from './database/manifest-check.ts';
import { extractInto } from './database/tar-extract.ts';
import { createTarReader } from './database/tar-reader.ts';
import { openWire } from './wire/wire-connection.ts';

type Source = Pick<FoundBackup, 'folder'> & { place: string };

const unpacked = (path: string) =>
  createReadStream(path).pipe(createZstdDecompress()) as AsyncIterable<Buffer>;

/** Writes the files of PostgreSQL and compares each with PostgreSQL's manifest. */
export async function extractBase({ folder }: Pick<Source, 'folder'>, cluster: string): Promise<void> {
  const check = createManifestCheck(extractInto(cluster));
  const tar = createTarReader(check.sink);
  for await (const piece of unpacked(join(folder, baseFile))) tar.push(piece);
  tar.finish();
  check.check(await readFile(join(folder, manifestFile), 'utf8'));
}

/** Loads the rows of a backup into a migrated database. */
export async function loadCopy({ folder }: Pick<Source, 'folder'>, databaseUrl: string): Promise<void> {
  const wire = await openWire(databaseUrl, { application_name: 'sweepline restore' });
  try {
    await loadSnapshot(wire, unpacked(join(folder, copyFile)));
  } finally {
    wire.close();
  }
}

/** Stores the files of a backup. The store hashes what it gets; a repeated restore leaves what is there. */
export async function restoreFiles(
  source: Source,
  files: Pick<FileStorage, 'put' | 'size'>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for await (const { sha256, bytes } of filesIn(source.folder)) {
    if ((await files.size(sha256)) !== bytes) {
      const stored = await files.put(createReadStream(contentPath(source.place, sha256)));
      if (stored.sha256 !== sha256)
        throw new BackupFault('DAMAGED', `the stored file ${sha256} has changed since it was verified.`);
    }
    onBytes(bytes);
  }
}

/** Writes the keys of the installation, readable by the program's user only. */
export async function restoreKeys(keys: Record<string, string>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(keys)) {
    const path = join(folder, name);
    if (dirname(path) !== folder) throw new BackupFault('DAMAGED', `a key has the name ${name}.`);
    await writeFile(`${path}.draft`, text, { mode: 0o600 });
    await rename(`${path}.draft`, path);
  }
}

/** The folder, or the nearest one above it that exists: its disk is the one that will be written. */
export async function existingFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : await existingFolder(dirname(path));
}
