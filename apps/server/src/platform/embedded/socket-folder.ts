import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/**
 * The folder of a cluster's socket. In the temporary folder and short, because a socket's path ends at 107 bytes
 * however long the data folder's is; mode 0700, because who can open the socket is the database's owner.
 */
export function socketFolder(cluster: string, as: Identity): string {
  const folder = pathOf(cluster);
  const owner = as.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  // Anyone may make folders in /tmp: one that another user made in our name would hand him the database.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartupError(
      `${folder}, where the database's socket belongs, was made by someone else: remove it and start again.`,
    );
  }
  return folder;
}

const pathOf = (cluster: string) =>
  join(tmpdir(), `sweepline-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`);

/** Removes the folder that a killed server of the former owner left. Only its own two files: its owner may have put a link there. */
export function removeSocketFolder(cluster: string): void {
  const folder = pathOf(cluster);
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it: the start says that the folder is not ours.
  }
}
