import { minPassphraseLength, type BackupFaultCode } from '@sweepline/contract';

const sentences: Record<BackupFaultCode, (detail: string) => string> = {
  RUNNING: () => 'Another backup of this installation runs: wait until it has ended.',
  NO_PASSPHRASE: () => 'There is no passphrase: set BACKUP_PASSPHRASE, or set one on the page of backups.',
  SHORT_PASSPHRASE: () => `The passphrase has less than ${minPassphraseLength} characters.`,
  WRONG_PASSPHRASE: () => 'The passphrase does not open the keys of this backup.',
  PLACE_UNUSABLE: (detail) => `The folder cannot be used: ${detail}`,
  INSIDE_DATA: (detail) =>
    `${detail} is inside the data folder, which a backup has to survive: choose another folder.`,
  OTHER_INSTALLATION: (detail) => `${detail} has the backups of another installation: choose another folder.`,
  NO_SPACE: (detail) => `There is not enough space: ${detail}`,
  NO_BACKUP: (detail) => `There is no backup in ${detail}.`,
  INCOMPLETE: (detail) => `${detail} has no head: the backup was interrupted, or this is another folder.`,
  DAMAGED: (detail) => `The backup is damaged: ${detail}`,
  TOO_NEW: (detail) => `The backup was made by a later Sweepline: ${detail}`,
  NOT_EMPTY: (detail) => `A restore needs an empty place, and ${detail}`,
  NEEDS_EMBEDDED: () =>
    'This backup has the files of PostgreSQL: restore it without DATABASE_URL, or let the operator of the database restore it.',
  NOT_CONSISTENT: (detail) => `What was restored does not hold together: ${detail}`,
  STOPPED: () => 'It was stopped before its end and left nothing behind.',
  FAILED: (detail) => `It failed: ${detail}`,
};

/** A refusal or failure of a backup, restore or rehearsal that has a name. The message is its sentence for the operator. */
export class BackupFault extends Error {
  readonly code: BackupFaultCode;
  readonly detail: string;
  constructor(code: BackupFaultCode, detail = '') {
    super(sentences[code](detail));
    this.code = code;
    this.detail = detail;
  }
}

const diskCodes: Partial<Record<string, BackupFaultCode>> = {
  ENOSPC: 'NO_SPACE',
  EDQUOT: 'NO_SPACE',
  EACCES: 'PLACE_UNUSABLE',
  EPERM: 'PLACE_UNUSABLE',
  EROFS: 'PLACE_UNUSABLE',
  ENOTDIR: 'PLACE_UNUSABLE',
};

/** The named fault of any error. */
export function backupFaultOf(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === 'AbortError') return new BackupFault('STOPPED');
  return new BackupFault(diskCodes[code] ?? 'FAILED', message);
}
