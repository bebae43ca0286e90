import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOlderFile, spool } from './file-spool.ts';
import type { FileStore } from './files.ts';

/** A folder, two levels deep so that none holds more than a few hundred entries. */
export function folderStore(root: string): FileStore {
  const incoming = join(root, 'incoming');
  const place = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    ready: async () => {
      await makeFolder(incoming);
    },
    put: async (content, limit = Number.POSITIVE_INFINITY) => {
      await makeFolder(incoming);
      const part = join(incoming, randomUUID());
      try {
        // Flushed to disk before it is named: a row must never point at a file that a crash emptied.
        const { sha256, bytes } = await spool(content, part, limit);
        await makeFolder(join(place(sha256), '..'));
        // Content that is here already is laid down anew: that makes it young, and what is young is never swept.
        await rename(part, place(sha256));
        return { sha256, bytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    open: (sha256, range) => createReadStream(place(sha256), range),
    has: (sha256) =>
      stat(place(sha256)).then(
        (found) => found.isFile(),
        () => false,
      ),
    async *older(ageMs) {
      for await (const [folder, names] of shelvesOf(root)) {
        const objects = names.filter((name) => name.length === 64);
        const old = await Promise.all(objects.map((name) => isOlderFile(join(folder, name), ageMs)));
        const found = objects.filter((_, n) => old[n]);
        if (found.length > 0) yield found;
      }
    },
    remove: async (sha256, ageMs) => {
      if (!(await isOlderFile(place(sha256), ageMs))) return false;
      await makeFolder(incoming);
      const leaving = join(incoming, `${leavingMark}${sha256}`);
      // Moved away first and looked at then: what another process lays down meanwhile is either not touched, or is what was
      // moved, and put back.
      if (!(await moved(place(sha256), leaving))) return false;
      if (await isOlderFile(leaving, ageMs)) {
        await rm(leaving, { force: true });
        return true;
      }
      await moved(leaving, place(sha256));
      return false;
    },
    tidy: async (ageMs) => {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        if (name.startsWith(leavingMark)) await putBack(path, place(name.slice(leavingMark.length)));
        else if (await isOlderFile(path, ageMs)) await rm(path, { force: true });
      }
    },
  };
}

/** Closed to other users of the machine: it holds maps, reports and pictures of every company. */
const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** Begins the name of what is being taken away. */
const leavingMark = 'leaving-';

/** The folders that hold objects, with what is in them. */
async function* shelvesOf(root: string): AsyncGenerator<[folder: string, names: string[]]> {
  for (const first of await namesIn(root)) {
    if (first.length !== 2) continue;
    for (const second of await namesIn(join(root, first))) {
      const folder = join(root, first, second);
      yield [folder, await namesIn(folder)];
    }
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);

const moved = (from: string, to: string) =>
  rename(from, to).then(
    () => true,
    () => false,
  );

/** Who took it away died before it was looked at. What was laid down in its place since is younger, and stays. */
async function putBack(leaving: string, place: string): Promise<void> {
  await link(leaving, place).catch(() => {});
  await rm(leaving, { force: true });
}
