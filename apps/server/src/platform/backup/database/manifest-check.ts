import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import type { TarEntry, TarSink } from './tar-reader.ts';

const manifestSchema = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      Size: z.number(),
      Checksum: z.string(),
    }),
  ),
  'Manifest-Checksum': z.string(),
});

const sumMark = '"Manifest-Checksum"';

/** Files of an archive that PostgreSQL's manifest does not list: the journal, whose ranges it lists, and folders. */
const isUnlisted = (path: string) => path.startsWith('pg_wal/') || path === 'backup_manifest';

/**
 * Hashes the files of a base backup while they pass, and compares them with PostgreSQL's own manifest. The files pass on to `next`.
 */
export function createManifestCheck(next?: TarSink) {
  const files = new Map<string, string>();
  let current: { entry: TarEntry; hash: Hash } | undefined;
  const sink: TarSink = {
    begin: (entry) => {
      current = { entry, hash: createHash('sha256') };
      next?.begin(entry);
    },
    content: (bytes) => {
      current?.hash.update(bytes);
      next?.content(bytes);
    },
    end: () => {
      if (current?.entry.kind === 'FILE')
        files.set(current.entry.path, `${current.entry.bytes} ${current.hash.digest('hex')}`);
      next?.end();
    },
  };

  /** Throws at the first file that differs from the manifest, is missing in it or in the archive. */
  const check = (text: string): void => {
    const manifest = manifestSchema.parse(JSON.parse(text));
    const sum = createHash('sha256')
      .update(text.slice(0, text.lastIndexOf(sumMark)))
      .digest('hex');
    if (sum !== manifest['Manifest-Checksum']) throw new Error('the manifest of the database is damaged');
    const listed = new Set<string>();
    for (const file of manifest.Files) {
      const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
      listed.add(path);
      if (files.get(path) !== `${file.Size} ${file.Checksum}`)
        throw new Error(`the file ${path} of the database differs from its manifest`);
    }
    for (const path of files.keys())
      if (!listed.has(path) && !isUnlisted(path)) throw new Error(`the file ${path} is not in the manifest`);
  };
  return { sink, check };
}
