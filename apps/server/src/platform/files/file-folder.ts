import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileContent } from './file-content.ts';
import { abandonedMs, isOlderFile, spool } from './file-spool.ts';
import type { Content, FileStorage } from './files.ts';
import { joinInThread } from './join-threads.ts';

/** A file store in a folder, with two levels of subfolders so that each has at most a few hundred entries. */
export function folderStore(root: string): FileStorage {
  const incoming = join(root, 'incoming');
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  /** The partial files of this process. */
  const parts = new Set<string>();
  const tidyParts = async (ageMs: number) => {
    for (const name of await namesIn(incoming)) {
      const path = join(incoming, name);
      if (name.startsWith(removalPrefix)) await putBack(path, pathOf(name.slice(removalPrefix.length)));
      else if (await isOlderFile(path, ageMs)) await rm(path, { force: true });
    }
  };
  /** Content that `write` has written to a file, flushed to disk: a row must never refer to a file that a crash emptied. */
  const stored = async <C extends Content>(write: (part: string) => Promise<C>): Promise<C> => {
    await makeFolder(incoming);
    const part = join(incoming, randomUUID());
    parts.add(part);
    try {
      const content = await write(part);
      await makeFolder(join(pathOf(content.sha256), '..'));
      // Existing content is replaced: its age restarts, and young files are never collected.
      await rename(part, pathOf(content.sha256));
      return content;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      parts.delete(part);
    }
  };
  return {
    ready: async ({ alone } = { alone: false }) => {
      await makeFolder(incoming);
      await tidyParts(alone ? anyAgeMs : abandonedMs);
    },
    close: async () => {
      for (const part of parts) await rm(part, { force: true });
    },
    put: (content, limit = Number.POSITIVE_INFINITY) => stored((part) => spool(content, part, limit)),
    join: async (hashes) => {
      const sources = hashes.map((sha256) => ({ path: pathOf(sha256), sha256 }));
      // A single part is stored already.
      if (sources.length === 1) return await joinInThread({ parts: sources });
      return await stored((target) => joinInThread({ parts: sources, target }));
    },
    open: (sha256, range) => new FileContent(pathOf(sha256), range),
    size: (sha256) =>
      stat(pathOf(sha256)).then(
        (status) => status.size,
        () => undefined,
      ),
    async *older(ageMs) {
      for await (const [folder, names] of objectFoldersIn(root)) {
        const objects = names.filter((name) => name.length === 64);
        const old = await Promise.all(objects.map((name) => isOlderFile(join(folder, name), ageMs)));
        const hashes = objects.filter((_, n) => old[n]);
        if (hashes.length > 0) yield hashes;
      }
    },
    remove: async (sha256, ageMs) => {
      if (!(await isOlderFile(pathOf(sha256), ageMs))) return false;
      await makeFolder(incoming);
      const removing = join(incoming, `${removalPrefix}${sha256}`);
      // The file is renamed first and checked then. A file that another process stores meanwhile is either not touched, or it is the
      // renamed one and gets its name back.
      if (!(await tryRename(pathOf(sha256), removing))) return false;
      if (await isOlderFile(removing, ageMs)) {
        await rm(removing, { force: true });
        return true;
      }
      await tryRename(removing, pathOf(sha256));
      return false;
    },
    tidy: tidyParts,
  };
}

const anyAgeMs = -60_000;

/** Closed to other users of the machine: the folder contains maps, reports and pictures of every company. */
const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** The prefix of files that are being removed. */
const removalPrefix = 'leaving-';

/** The folders of objects, each with the names in it. */
async function* objectFoldersIn(root: string): AsyncGenerator<[folder: string, names: string[]]> {
  for (const first of await namesIn(root)) {
    if (first.length !== 2) continue;
    for (const second of await namesIn(join(root, first))) {
      const folder = join(root, first, second);
      yield [folder, await namesIn(folder)];
    }
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);

const tryRename = (from: string, to: string) =>
  rename(from, to).then(
    () => true,
    () => false,
  );

/** Restores a file whose removal was killed before the age check. A file stored under its name since is younger and stays. */
async function putBack(removing: string, path: string): Promise<void> {
  await link(removing, path).catch(() => {});
  await rm(removing, { force: true });
}
