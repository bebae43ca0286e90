import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countBackups, filesFolderOf, listBackups, partialOf } from './backup-place.ts';
import { filesIn } from './file-list.ts';

interface Rule {
  keep: number;
  /** The backup that has just been verified: it always stays. */
  newest: string;
  fingerprint: string;
}

/** Deletes the oldest backups beyond `keep`, then the content that no backup lists. Returns the names of the deleted ones. */
export async function dropOldBackups(place: string, { keep, newest, fingerprint }: Rule): Promise<string[]> {
  const found = await listBackups(place);
  const older = found.filter(({ head, name }) => head.fingerprint === fingerprint && name !== newest);
  const deleted = older.slice(0, Math.max(0, older.length + 1 - keep)).map(({ name }) => name);
  for (const name of deleted) {
    // Renamed first: a half deleted backup is no backup.
    await rename(join(place, name), partialOf(place, name));
    await rm(partialOf(place, name), { recursive: true, force: true });
  }
  // A backup whose head cannot be read now may list any content.
  const isKnown = found.length === (await countBackups(place)) + deleted.length;
  if (deleted.length > 0 && isKnown) {
    const left = found.filter(({ name }) => !deleted.includes(name)).map(({ folder }) => folder);
    await dropUnlisted(place, left);
  }
  return deleted;
}

/** Deletes content without a backup. One sixteenth of the hashes is in memory at a time. */
async function dropUnlisted(place: string, backups: readonly string[]): Promise<void> {
  const root = filesFolderOf(place);
  const folders = await readdir(root);
  for (const digit of '0123456789abcdef') {
    const listed = new Set<string>();
    for (const backup of backups)
      for await (const { sha256 } of filesIn(backup)) if (sha256.startsWith(digit)) listed.add(sha256);
    for (const first of folders.filter((name) => name.startsWith(digit)))
      for (const second of await readdir(join(root, first)))
        for (const name of await readdir(join(root, first, second)))
          if (!listed.has(name)) await rm(join(root, first, second, name), { force: true });
  }
}
