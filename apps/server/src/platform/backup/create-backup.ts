import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFaultOf } from './backup-fault.ts';
import { writeHead, type BackupHead } from './backup-head.ts';
import { takeBackupLocks, type BackupLocks } from './backup-locks.ts';
import type { BackupOptions } from './backup-options.ts';
import { report, writeParts } from './backup-parts.ts';
import { backupName, partialOf, preparePlace } from './backup-place.ts';
import { flushFolder } from './durable-file.ts';
import { dropOldBackups } from './retention.ts';
import { verifyParts } from './verify-backup.ts';

export interface CreatedBackup {
  name: string;
  head: BackupHead;
  /** The names of the older backups that were deleted. */
  deleted: string[];
}

/**
 * Writes a backup: database, files, keys, and last the head. It gets its name when all of it was read back; before, its folder is called
 * partial and the next backup removes it. Older backups are deleted after that only.
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { place, databaseUrl, dataDir, fingerprint, keep, signal, now = () => new Date() } = options;
  let locks: BackupLocks | undefined;
  const name = backupName(now(), randomUUID());
  try {
    locks = await takeBackupLocks(databaseUrl, signal);
    await preparePlace(place, dataDir, fingerprint);
    const head = await writeParts({ ...options, now }, name, locks);
    report(options, 'VERIFY', null)(0);
    await verifyParts(partialOf(place, name), head, signal);
    // Until here the clean-up of files was held.
    await locks.check();
    await writeHead(partialOf(place, name), head, options.key);
    await rename(partialOf(place, name), join(place, name));
    await flushFolder(place);
    report(options, 'CLEAN', null)(0);
    return { name, head, deleted: await dropOldBackups(place, { keep, newest: name, fingerprint }) };
  } catch (error) {
    if (locks) await rm(partialOf(place, name), { recursive: true, force: true }).catch(() => {});
    throw backupFaultOf(error);
  } finally {
    await locks?.release();
  }
}
