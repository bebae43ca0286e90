import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { BackupFault, backupFaultOf } from './backup-fault.ts';
import { readHead, type ReadHead } from './backup-head.ts';
import { writeWhole } from './durable-file.ts';

/** The file that says whose backups a folder has. */
const placeFile = 'sweepline-backups.json';
const place = z.object({ fingerprint: z.string() });
const partialEnding = '.partial';
const namePattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** Stored content, shared by all backups of a folder; a file's name is its hash. */
export const filesFolderOf = (folder: string): string => join(folder, 'files');
export const partialOf = (folder: string, name: string): string => join(folder, `${name}${partialEnding}`);

/** A name that sorts by time. */
export const backupName = (at: Date, id: string): string =>
  `${at.toISOString().replaceAll(/[-:.]/g, '')}-${id.slice(-6)}`;

/**
 * Prepares a folder for the backups of one installation: another one would delete what it does not need itself. Removes what an
 * interrupted backup left; the caller has the lock of the installation, so none is being written.
 */
export async function preparePlace(folder: string, dataDir: string, fingerprint: string): Promise<void> {
  try {
    if (isInside(resolve(folder), resolve(dataDir))) throw new BackupFault('INSIDE_DATA', folder);
    await makeFolder(folder);
    await makeFolder(filesFolderOf(folder));
    // A link may lead there as well.
    if (isInside(await realpath(folder), await realpath(dataDir)))
      throw new BackupFault('INSIDE_DATA', folder);
    const owner = await ownerOf(folder);
    if (owner !== undefined && owner !== fingerprint) throw new BackupFault('OTHER_INSTALLATION', folder);
    if (owner === undefined) await writeWhole(join(folder, placeFile), JSON.stringify({ fingerprint }));
    for (const name of await readdir(folder))
      if (name.endsWith(partialEnding)) await rm(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    const fault = backupFaultOf(error);
    throw fault.code === 'FAILED' ? new BackupFault('PLACE_UNUSABLE', fault.detail) : fault;
  }
}

/** Makes one folder; the one above it has to be there. A misspelt path, or a disk that is not mounted, is an error. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** The installation whose backups the folder has; undefined for a folder without any. */
async function ownerOf(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, placeFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : place.parse(JSON.parse(text)).fingerprint;
}

export interface FoundBackup extends ReadHead {
  name: string;
  folder: string;
}

/** The names of backups in a folder, oldest first. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => namePattern.test(name)).toSorted();

/** The number of backups in a folder, with those whose head cannot be read. */
export const countBackups = async (folder: string): Promise<number> => (await namesIn(folder)).length;

/** The whole backups of a folder, oldest first. One without a valid head is none. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of await namesIn(folder)) {
    const own = join(folder, name);
    const content = await readHead(own).catch(() => undefined);
    if (content) found.push({ ...content, name, folder: own });
  }
  return found;
}

/** The backup that an operator names: one of a folder, or the newest in it. The folder of its files is beside it. */
export async function findBackup(named: string): Promise<FoundBackup & { place: string }> {
  const folder = await realpath(named).catch(() => {
    throw new BackupFault('NO_BACKUP', named);
  });
  const name = folder.split(sep).at(-1) ?? '';
  if (namePattern.test(name)) {
    const content = await readHead(folder);
    return { ...content, name, folder, place: join(folder, '..') };
  }
  const newest = (await namesIn(folder)).at(-1);
  if (newest === undefined) throw new BackupFault('NO_BACKUP', named);
  const own = join(folder, newest);
  return { ...(await readHead(own)), name: newest, folder: own, place: folder };
}
