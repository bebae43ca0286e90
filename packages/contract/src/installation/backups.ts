import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';

/** Why a backup, its verification, its restore or its rehearsal was refused or has failed. */
export const backupFaults = [
  'RUNNING',
  'NO_PASSPHRASE',
  'SHORT_PASSPHRASE',
  'WRONG_PASSPHRASE',
  'PLACE_UNUSABLE',
  'INSIDE_DATA',
  'OTHER_INSTALLATION',
  'NO_SPACE',
  'NO_BACKUP',
  'INCOMPLETE',
  'DAMAGED',
  'TOO_NEW',
  'NOT_EMPTY',
  'NEEDS_EMBEDDED',
  'NOT_CONSISTENT',
  'STOPPED',
  'FAILED',
] as const;
export type BackupFaultCode = (typeof backupFaults)[number];

export const minPassphraseLength = 12;
/** A passphrase that people never type is forgotten: the page asks for it again after this. */
export const passphraseCheckDays = 31;
/** The share of a disk that a backup may fill. */
export const maxDiskShare = 0.9;

/** Steps of a backup and of a rehearsal, in their order. */
export const backupPhases = ['DATABASE', 'FILES', 'KEYS', 'VERIFY', 'CLEAN', 'RESTORE', 'WALK'] as const;
export type BackupPhase = (typeof backupPhases)[number];

/** How the database is in the backup: its files, or the rows of its tables where PostgreSQL grants no replication. */
export const backupKinds = ['BASE', 'COPY'] as const;

export const backupStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'DELETED'] as const;

/** Hours between two backups of a place; 0 for a place that is used by hand only. */
export const backupHours = [0, 1, 6, 12, 24, 168] as const;
const everyHours = z.union(backupHours.map((hours) => z.literal(hours)));
const keep = z.number().int().min(1).max(400);

const fault = z.object({ code: z.enum(backupFaults), detail: z.string() });

/** A folder that receives backups, such as that of another disk. */
export const backupPlace = z.object({
  id: z.uuid(),
  folder: z.string(),
  everyHours,
  /** The number of backups that stay. */
  keep,
  nextAt: moment.nullable(),
  /** Null if the folder cannot be read. */
  disk: z.object({ totalBytes: z.number(), freeBytes: z.number() }).nullable(),
});
export type BackupPlace = z.infer<typeof backupPlace>;

export const backup = z.object({
  id: z.uuid(),
  what: z.enum(['BACKUP', 'REHEARSAL']),
  folder: z.string(),
  /** The name of the backup within its folder; empty until it is known. */
  name: z.string(),
  state: z.enum(backupStates),
  kind: z.enum(backupKinds).nullable(),
  requestedAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  phase: z.enum(backupPhases).nullable(),
  /** Of the phase; the total is null while it is unknown. */
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  databaseBytes: z.number().nullable(),
  files: z.number().int().nullable(),
  fileBytes: z.number().nullable(),
  /** Bytes of the files that were not in the folder yet. */
  newFileBytes: z.number().nullable(),
  /** Stored files that could not be read. */
  faultyFiles: z.number().int().nullable(),
  /** Lists that a rehearsal read. */
  lists: z.number().int().nullable(),
  fault: fault.nullable(),
});
export type Backup = z.infer<typeof backup>;

export const backupOverview = z.object({
  places: z.array(backupPlace),
  /** The newest runs, newest first. */
  runs: z.array(backup),
  lastGoodAt: moment.nullable(),
  lastRehearsal: backup.nullable(),
  /** The last good backup is older than the schedule allows. */
  isOverdue: z.boolean(),
  passphrase: z.object({ setAt: moment.nullable(), checkedAt: moment.nullable(), isDue: z.boolean() }),
  rehearsalDays: z.number().int(),
  /** What holds robots and mail since a restore; null in the normal state. */
  hold: z.object({ since: moment, isCopy: z.boolean(), backupAt: moment }).nullable(),
});
export type BackupOverview = z.infer<typeof backupOverview>;

const placeInput = z.strictObject({
  folder: z.string().trim().min(2).max(500).startsWith('/'),
  everyHours,
  keep,
});
const passphrase = z.strictObject({ passphrase: z.string().min(minPassphraseLength).max(200) });

export const backupCalls = calls('backups', {
  overview: {
    method: 'POST',
    path: 'service/backup/overview',
    allow: 'superAdmin',
    reads: true,
    input: z.strictObject({}),
    output: backupOverview,
  },
  addPlace: {
    method: 'POST',
    path: 'service/backup/addPlace',
    allow: 'superAdmin',
    input: placeInput,
    output: z.object({ id: z.uuid() }),
  },
  changePlace: {
    method: 'POST',
    path: 'service/backup/changePlace',
    allow: 'superAdmin',
    input: placeInput.omit({ folder: true }).extend({ id: z.uuid() }),
    output: nothing,
  },
  /** The backups in the folder stay where they are. */
  removePlace: {
    method: 'POST',
    path: 'service/backup/removePlace',
    allow: 'superAdmin',
    input: byId,
    output: nothing,
  },
  run: {
    method: 'POST',
    path: 'service/backup/run',
    allow: 'superAdmin',
    input: byId,
    output: z.object({ id: z.uuid() }),
  },
  rehearse: {
    method: 'POST',
    path: 'service/backup/rehearse',
    allow: 'superAdmin',
    input: byId,
    output: z.object({ id: z.uuid() }),
  },
  setPassphrase: {
    method: 'POST',
    path: 'service/backup/setPassphrase',
    allow: 'superAdmin',
    input: passphrase,
    output: nothing,
  },
  /** Tries whether the caller knows the passphrase. */
  checkPassphrase: {
    method: 'POST',
    path: 'service/backup/checkPassphrase',
    allow: 'superAdmin',
    input: passphrase,
    output: z.object({ isRight: z.boolean() }),
  },
  /** Ends the hold after a restore: robots connect and mails go out again. */
  endHold: {
    method: 'POST',
    path: 'service/backup/endHold',
    allow: 'superAdmin',
    input: z.strictObject({}),
    output: nothing,
  },
});
