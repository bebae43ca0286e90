import type { CreatedBackup } from './create-backup.ts';
import type { BackupOptions, BackupProgress } from './backup-options.ts';
import type { BackupKey } from './key-seal.ts';

/** Carries out backups and rehearsals beside the server. */
export interface BackupMachine {
  create(
    task: Pick<BackupOptions, 'place' | 'keep' | 'key'>,
    onProgress: (progress: BackupProgress) => void,
  ): Promise<CreatedBackup>;
  /** Rehearses the newest backup of a folder. */
  rehearse(
    task: { named: string; key: BackupKey },
    onProgress: (progress: BackupProgress) => void,
  ): Promise<{ name: string; lists: number }>;
  /** Ends what is at work; a backup leaves nothing behind. */
  stop(): Promise<void>;
}
