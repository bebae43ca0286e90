import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBackup, type FoundBackup } from '../../platform/backup/backup-place.ts';
import { systemDisk, type Disk } from '../../platform/backup/disk.ts';
import type { BackupKey } from '../../platform/backup/key-seal.ts';
import { restoreFiles, restoreKeys } from '../../platform/backup/restore-parts.ts';
import { openKeys, verifyBackup } from '../../platform/backup/verify-backup.ts';
import { createDb, type Db } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { createVault } from '../../platform/files/vault.ts';
import type { Env } from '../env.ts';
import { deviceAuthorityFile, installationKeyFile, keysFolderOf } from './installation-keys.ts';
import { resealSecrets } from './copied-secrets.ts';
import { restoreDatabase } from './restore-database.ts';
import { checkRestored, type RestoredChecks } from './restored-checks.ts';
import { settleRestored, type RestoredState } from './restored-state.ts';
import { beginRestore, checkTarget, checkVersion, endRestore } from './restore-target.ts';

export interface RestoreOptions {
  /** A backup, or a folder with backups: the newest. */
  named: string;
  /** The key of the passphrase for the salt of the backup. */
  keyOf: (salt: string) => Promise<BackupKey>;
  env: Env;
  /** A second installation beside the first: it takes new keys and mails no person. */
  isCopy: boolean;
  /** Folders of the program through which PostgreSQL's user may pass. */
  within: readonly string[];
  disk?: Disk;
  now?: () => Date;
  signal?: AbortSignal;
  /** Locks the data folder; called when all checks have passed. Returns what unlocks it. */
  lock?: () => () => void;
  onStep?: (step: 'VERIFY' | 'DATABASE' | 'FILES' | 'CHECK') => void;
}

export interface RestoredInstallation extends RestoredState, RestoredChecks {
  found: FoundBackup;
  files: number;
}

/**
 * Restores a backup into an empty place. Head, hashes, passphrase, space and version are checked before anything is written. An interrupted
 * restore leaves a mark with which the folder does not start, and can be repeated.
 */
export async function restoreInstallation(options: RestoreOptions): Promise<RestoredInstallation> {
  const { named, keyOf, env, disk = systemDisk, signal, lock, onStep } = options;
  const found = await findBackup(named);
  onStep?.('VERIFY');
  await verifyBackup(found, signal);
  const keys = await openKeys(found, await keyOf(found.head.salt));
  await checkTarget(env, found.head, disk);
  checkVersion(found.head);
  await beginRestore(env.DATA_DIR, found.name);
  const unlock = lock?.();
  try {
    const restored = await restoreAll(options, found, keys);
    await endRestore(env.DATA_DIR);
    return { ...restored, found, files: found.head.files };
  } finally {
    unlock?.();
  }
}

async function restoreAll(
  { env, isCopy, within, now = () => new Date(), signal, onStep }: RestoreOptions,
  found: FoundBackup & { place: string },
  keys: Record<string, string>,
): Promise<RestoredState & RestoredChecks> {
  onStep?.('DATABASE');
  const database = await restoreDatabase(env, found, within);
  const db = createDb(database.url, { connections: 2, statementTimeoutMs: 3_600_000 });
  const files = createFileStore(env.FILES_URL);
  try {
    onStep?.('FILES');
    await restoreFiles(found, files, () => signal?.throwIfAborted());
    await restoreKeys(isCopy ? await keysOfCopy(db, keys) : keys, keysFolderOf(env));
    onStep?.('CHECK');
    const checks = await checkRestored(db, files, found.head);
    const state = await settleRestored(db, { now, backupAt: found.head.at, isCopy });
    return { ...checks, ...state };
  } finally {
    await files.close();
    await db.close();
    await database.stop();
    await rm(join(env.DATA_DIR, 'files', 'incoming'), { recursive: true, force: true });
  }
}

/** A new key of the installation, and no authority for robots: the first start makes one, which robots of the original do not trust. */
async function keysOfCopy(db: Db, keys: Record<string, string>): Promise<Record<string, string>> {
  const { [installationKeyFile]: old = '', [deviceAuthorityFile]: _authority, ...others } = keys;
  const fresh = randomBytes(32).toString('base64url');
  const vaultOf = (text: string) => createVault(Buffer.from(text.trim(), 'base64url'));
  await resealSecrets(db, vaultOf(old), vaultOf(fresh));
  return { ...others, [installationKeyFile]: fresh };
}
