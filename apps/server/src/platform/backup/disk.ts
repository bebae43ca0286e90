import { statfs } from 'node:fs/promises';
import { maxDiskShare } from '@sweepline/contract';
import { BackupFault } from './backup-fault.ts';

/** The space that this user may use: blocks that the system reserves for root count as neither. */
interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
}

/** Looks at the disk of a folder. Tests pass another one. */
export type Disk = (folder: string) => Promise<DiskSpace>;

export const systemDisk: Disk = async (folder) => {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  return { totalBytes: (blocks - bfree + bavail) * bsize, freeBytes: bavail * bsize };
};

const usedShare = ({ totalBytes, freeBytes }: DiskSpace): number =>
  totalBytes === 0 ? 1 : 1 - freeBytes / totalBytes;

const mb = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

/** Bytes that may still be written before the disk is as full as a backup may make it. */
const roomOf = ({ totalBytes, freeBytes }: DiskSpace) =>
  Math.max(0, freeBytes - totalBytes * (1 - maxDiskShare));

/** Refuses to begin what would fill the disk beyond 90 %. */
export async function checkRoom(disk: Disk, folder: string, neededBytes: number): Promise<void> {
  const room = roomOf(await disk(folder));
  if (neededBytes <= room) return;
  throw new BackupFault(
    'NO_SPACE',
    `${mb(neededBytes)} are needed in ${folder}, and ${mb(room)} are left until the disk is ${maxDiskShare * 100} % full.`,
  );
}

const lookEveryBytes = 16 * 1024 * 1024;

/** Counts written bytes and looks at the disk from time to time: other programs fill it as well. */
export function createRoomGuard(disk: Disk, folder: string) {
  let sinceLook = 0;
  return async (bytes: number): Promise<void> => {
    sinceLook += bytes;
    if (sinceLook < lookEveryBytes) return;
    sinceLook = 0;
    if (usedShare(await disk(folder)) >= maxDiskShare)
      throw new BackupFault('NO_SPACE', `the disk of ${folder} is ${maxDiskShare * 100} % full.`);
  };
}
