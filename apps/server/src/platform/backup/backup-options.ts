import type { BackupPhase } from '@sweepline/contract';
import type { Disk } from './disk.ts';
import type { BackupKey } from './key-seal.ts';

export interface BackupProgress {
  phase: BackupPhase;
  doneBytes: number;
  totalBytes: number | null;
}

export interface BackupOptions {
  /** The folder for the backup. */
  place: string;
  /** The database as its owner. */
  databaseUrl: string;
  filesUrl: string;
  dataDir: string;
  /** The keys of the installation by the name of their file. */
  keys: Record<string, string>;
  fingerprint: string;
  key: BackupKey;
  version: string;
  /** The number of backups that stay in the folder. */
  keep: number;
  disk?: Disk;
  now?: () => Date;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: BackupProgress) => void;
}
