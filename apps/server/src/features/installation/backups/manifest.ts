import type { Disk } from '../../../platform/backup/disk.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { backupAnswers } from './backup-handlers.ts';
import { backupJob, type BackupJobNeeds } from './backup-job.ts';
import { backupNeeds } from './backup-needs.ts';

/** What this feature adds to the server. */
export const backups = {
  calls: (needs: { vault: Vault; disk: Disk; dataDir: string }) => backupAnswers(needs),
  jobs: (needs: BackupJobNeeds) => [backupJob(needs)],
  needs: backupNeeds,
};
