import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity } from './run-as.ts';
import { StartupError } from './startup-error.ts';

/**
 * The folder of a cluster's socket. In the temporary folder and short, because a socket's path ends at 107 bytes
 * however long the data folder's is; mode 0700, because who can open the socket is the database's owner.
 */
export function socketFolder(cluster: string, as: Identity): string {
  const folder = join(
    tmpdir(),
    `sweepline-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`,
  );
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
