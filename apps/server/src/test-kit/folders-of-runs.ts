import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, where Linux has one. */
const inMemory = '/dev/shm';
/** What the databases and files of a run of all tests need at most. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Where a test run keeps databases and files: in memory if there is room, else in the temporary folder. A database is a thousand files,
 * and creating and deleting them on a disk takes a third of the processor time of the server's tests.
 */
export function foldersOfRuns(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > neededBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
