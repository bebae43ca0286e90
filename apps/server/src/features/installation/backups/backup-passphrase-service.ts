import { timingSafeEqual } from 'node:crypto';
import { deriveBackupKey, type BackupKey } from '../../../platform/backup/key-seal.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { backupSettings } from '../../../entities/installation/backup-table.ts';

type Settings = typeof backupSettings.$inferSelect;

export const readBackupSettings = async (db: Tx): Promise<Settings | undefined> =>
  (await db.select().from(backupSettings))[0];

/** The key that seals backups; undefined before a passphrase is set. It needs the key of the installation, and not the passphrase. */
export async function readBackupKey(db: Tx, vault: Pick<Vault, 'open'>): Promise<BackupKey | undefined> {
  const settings = await readBackupSettings(db);
  return settings && { salt: settings.salt, key: vault.open(settings.sealedSecret) };
}

/** Sets the passphrase of the backups that follow; older ones keep theirs. */
export async function storePassphrase(
  db: Tx,
  vault: Pick<Vault, 'seal'>,
  now: Date,
  passphrase: string,
): Promise<void> {
  const { salt, key } = await deriveBackupKey(passphrase);
  const at = now.toISOString();
  const row = { salt, sealedSecret: vault.seal(key), setAt: at, checkedAt: at };
  await db.insert(backupSettings).values(row).onConflictDoUpdate({ target: backupSettings.id, set: row });
}

/** Whether this is the passphrase. */
export async function isPassphrase(db: Tx, vault: Pick<Vault, 'open'>, passphrase: string): Promise<boolean> {
  const expected = await readBackupKey(db, vault);
  if (!expected) return false;
  const { key } = await deriveBackupKey(passphrase, expected.salt);
  return timingSafeEqual(Buffer.from(key), Buffer.from(expected.key));
}
