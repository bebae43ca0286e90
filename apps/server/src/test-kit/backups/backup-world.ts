import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnv } from '../../app/env.ts';
import { fingerprintOf } from '../../app/backups/installation-keys.ts';
import { createBackup } from '../../platform/backup/create-backup.ts';
import type { BackupOptions } from '../../platform/backup/backup-options.ts';
import { deriveBackupKey, type BackupKey } from '../../platform/backup/key-seal.ts';
import { systemDisk } from '../../platform/backup/disk.ts';
import { foldersOfRuns } from '../folders-of-runs.ts';

export const passphrase = 'correct horse battery';
/** The key of the vault of all test servers. */
const testKey = Buffer.alloc(32, 7).toString('base64url');

/** A disk with room, whatever the machine of the tests has left. */
export const roomyDisk = async () => ({ totalBytes: 1e12, freeBytes: 9e11 });

/** Folders for backups and restored installations of one test file, which `remove` deletes. */
export function backupWorld() {
  const root = mkdtempSync(join(foldersOfRuns(), 'sweepline-backups-'));
  mkdirSync(join(root, 'data'), { mode: 0o700 });
  const keys = { 'installation.key': testKey, 'device-ca.pem': 'the authority' };
  let key: Promise<BackupKey> | undefined;
  const aFolder = (name = 'place') => join(root, `${name}-${randomUUID().slice(0, 8)}`);
  return {
    root,
    keys,
    aFolder,
    back: async (options: Pick<BackupOptions, 'databaseUrl' | 'filesUrl'> & Partial<BackupOptions>) =>
      await createBackup({
        place: aFolder(),
        dataDir: join(root, 'data'),
        keys,
        fingerprint: fingerprintOf(keys),
        key: await (key ??= deriveBackupKey(passphrase)),
        version: '0.0.0',
        keep: 14,
        disk: roomyDisk,
        ...options,
      }),
    /** Options of a restore into a new folder. */
    into: (dataDir = aFolder('restored'), env: Record<string, string> = {}) => ({
      env: readEnv({ DATA_DIR: dataDir, ...env }),
      keyOf: (salt: string) => deriveBackupKey(passphrase, salt),
      isCopy: false,
      within: [root, dataDir],
      disk: roomyDisk,
    }),
    filesUrlOf: (folder: string) => pathToFileURL(folder).href,
    realDisk: systemDisk,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
