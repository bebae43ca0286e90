import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { whyNot } from './data-folder.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

/** The program's files and folders in its data folder. */
const ownNames = ['demo-password', 'files', 'keys', 'lock.json', 'pg', 'restoring.json', 'sim'];

const isOwn = (name: string) => ownNames.some((own) => name === own || name.startsWith(`${own}.`));

/** The data folder itself, unless it contains foreign files (`/tmp`, a home folder): then its mode must not change. */
export const ownFolders = (folder: string): string[] => (readdirSync(folder).every(isOwn) ? [folder] : []);

/** Folders of root may be traversed by PostgreSQL's group, which cannot list them or open their files. */
const isOpen = (path: string, mayPass = false): boolean => {
  const { mode, uid } = lstatSync(path);
  return (mode & (mayPass && uid === 0 ? 0o067 : 0o077)) !== 0;
};

/**
 * Removes the permissions of group and others in the data folder. Returns the number of changed paths. A closed folder
 * counts as closed inside: only a folder of an earlier version, or a copied one, is walked. The outermost folder is closed
 * last, so that the next start repeats an interrupted one.
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
  const stat = lstatSync(path);
  if (!stat.isSymbolicLink()) chmodSync(path, stat.mode & 0o700);
}

/** Everything below `path`, then `path` itself. PostgreSQL closes its own folder and refuses an open one. */
function walk(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('cluster'));
  return [...names.flatMap((name) => walk(join(path, name))), path];
}
