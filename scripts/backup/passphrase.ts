import { createInterface } from 'node:readline/promises';
import { deriveBackupKey, type BackupKey } from '../../apps/server/src/platform/backup/key-seal.ts';
import { BackupFault } from '../../apps/server/src/platform/backup/backup-fault.ts';

/** The passphrase of BACKUP_PASSPHRASE, else one that is typed at a terminal; undefined without either. */
async function readPassphrase(): Promise<string | undefined> {
  const { BACKUP_PASSPHRASE: named } = process.env;
  if (named || !process.stdin.isTTY) return named || undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question('Passphrase of the backup: ')) || undefined;
  } finally {
    lines.close();
  }
}

/** The key that seals a backup, or with the salt of its head the one that opens it. */
export async function keyOfPassphrase(salt?: string): Promise<BackupKey> {
  const passphrase = await readPassphrase();
  if (passphrase === undefined) throw new BackupFault('NO_PASSPHRASE');
  return await deriveBackupKey(passphrase, salt).catch((error: unknown) => {
    // A passphrase that is too short for a new backup opens none.
    if (salt !== undefined && error instanceof BackupFault) throw new BackupFault('WRONG_PASSPHRASE');
    throw error;
  });
}
