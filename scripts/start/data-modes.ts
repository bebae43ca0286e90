import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { whyNot } from './data-folder.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

/** What the program keeps in its data folder. */
const own = ['demo-password', 'files', 'keys', 'lock.json', 'pg', 'sim'];

const isOwn = (name: string) => own.some((known) => name === known || name.startsWith(`${known}.`));

/** The data folder itself, unless it holds things of others (`/tmp`, a home folder): then its mode is not ours to change. */
export const ownFolders = (folder: string): string[] => (readdirSync(folder).every(isOwn) ? [folder] : []);

/** Root's folders may let PostgreSQL's group pass; that group can neither list them nor open what is in them. */
const isOpen = (path: string, mayPass = false): boolean => {
  const { mode, uid } = lstatSync(path);
  return (mode & (mayPass && uid === 0 ? 0o067 : 0o077)) !== 0;
};

/**
 * Takes the rights of group and others from everything in the data folder and answers from how much. What is closed is taken to be
 * closed within: only a folder of an earlier version, or one that was copied, is walked. The outermost goes last, so that a start
 * that is killed is made up for by the next.
 */
export function closeDataFolder(folder: string): number {
  const tops = readdirSync(folder)
    .filter(isOwn)
    .map((name) => join(folder, name));
  const pg = join(folder, 'pg');
  const outer = ownFolders(folder).filter((path) => isOpen(path, true));
  const inner = (outer.length > 0 ? tops : tops.filter((path) => isOpen(path, path === pg))).flatMap(walk);
  const open = [...inner.filter((path) => isOpen(path, path === pg)), ...outer];
  try {
    for (const path of open) close(path);
  } catch (error) {
    throw new StartupError(whyNot(folder, error));
  }
  return open.length;
}

function close(path: string): void {
  const found = lstatSync(path);
  if (!found.isSymbolicLink()) chmodSync(path, found.mode & 0o700);
}

/** Everything below and `path` itself, which comes last. PostgreSQL closes its own folder, and refuses one that is open. */
function walk(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('cluster'));
  return [...names.flatMap((name) => walk(join(path, name))), path];
}
