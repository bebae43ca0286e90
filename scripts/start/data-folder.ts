import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

/** A new database and the demo world take about 150 MB; PostgreSQL's journal grows beyond that. */
const neededBytes = 400_000_000;
/** Below this the next journal file of PostgreSQL (16 MB) and a few uploads no longer fit. */
const neededAgainBytes = 100_000_000;

/** Creates the data folder if needed. Throws if it is not writable or has too little space. */
export function checkDataFolder(folder: string, isNew: boolean): void {
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, 'may we write here?', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    throw new StartupError(whyNot(folder, error));
  }
  const { bavail, bsize } = statfsSync(folder);
  const needed = isNew ? neededBytes : neededAgainBytes;
  if (bavail * bsize >= needed) return;
  const mb = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`;
  throw new StartupError(
    `The disk of ${folder} has ${mb(bavail * bsize)} left and Sweepline needs ${mb(needed)}: make room or choose another DATA_DIR.`,
  );
}

/** A sentence about an error of the data folder, with its remedy. */
export function whyNot(folder: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return `Sweepline may not write to its data folder ${folder}: change its owner or choose another DATA_DIR.`;
  }
  // Node says ENOENT when it may not make the first of several folders.
  if (code === 'EROFS' || code === 'ENOENT')
    return `The data folder ${folder} is on a read-only file system: choose another DATA_DIR.`;
  if (code === 'ENOSPC') return `The disk of ${folder} is full: make room or choose another DATA_DIR.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${folder} is not a folder: choose another DATA_DIR.`;
  return `Sweepline cannot use its data folder ${folder}: ${error instanceof Error ? error.message : String(error)}`;
}
