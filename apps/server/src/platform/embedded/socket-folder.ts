import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/**
 * Creates the folder of a cluster's socket. It is in the temporary folder with a short name, because a socket's path is limited
 * to 107 bytes. Its mode is 0700, because a user who can open the socket can sign in as the owner.
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
  // Every user may create folders in /tmp: a folder of another user under this name would give away the database.
  const status = lstatSync(folder);
  if (!status.isDirectory() || status.uid !== owner || (status.mode & 0o077) !== 0) {
    throw new StartupError(
      `${folder}, where the database's socket belongs, was made by someone else: remove it and start again.`,
    );
  }
  return folder;
}

const pathOf = (cluster: string) =>
  join(tmpdir(), `sweepline-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`);

/** Removes the socket folder of a killed server of the former owner. It deletes two files only, in case the folder has links. */
export function removeSocketFolder(cluster: string): void {
  const folder = pathOf(cluster);
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // The folder contains something else: the start will refuse it.
  }
}
