import { backupKinds, backupPhases, backupStates, backupFaults } from '@sweepline/contract';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../../platform/db/columns.ts';

const bytes = () => bigint({ mode: 'number' });

/** Folders for backups, each with its own schedule. */
export const backupPlaces = pgTable(
  'backup_places',
  {
    id: uuid().primaryKey(),
    folder: text().notNull().unique(),
    /** 0 for a folder that is used by hand only. */
    everyHours: integer().notNull(),
    keep: integer().notNull(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
  },
  () => [programPolicy()],
);

/** Backups and rehearsals: requested, running, and how they ended. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid().primaryKey(),
    what: text({ enum: ['BACKUP', 'REHEARSAL'] }).notNull(),
    placeId: uuid().notNull(),
    folder: text().notNull(),
    name: text().notNull().default(''),
    state: text({ enum: backupStates }).notNull(),
    kind: text({ enum: backupKinds }),
    /** The account that asked for it; empty for the schedule. */
    requestedBy: text().notNull().default(''),
    requestedAt: moment().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    /** Renewed while it runs: a run without a sign belongs to a process that ended. */
    signAt: moment(),
    phase: text({ enum: backupPhases }),
    doneBytes: bytes().notNull().default(0),
    totalBytes: bytes(),
    databaseBytes: bytes(),
    files: integer(),
    fileBytes: bytes(),
    newFileBytes: bytes(),
    faultyFiles: integer(),
    lists: integer(),
    fault: text({ enum: backupFaults }),
    faultDetail: text().notNull().default(''),
  },
  (table) => [index('backup_runs_requested').on(table.requestedAt), programPolicy()],
);
export type BackupRunRow = typeof backupRuns.$inferSelect;

/** One row: the key that seals backups, itself sealed by the key of the installation. The passphrase is not stored. */
export const backupSettings = pgTable(
  'backup_settings',
  {
    id: integer().primaryKey().default(1),
    salt: text().notNull(),
    sealedSecret: text().notNull(),
    setAt: moment().notNull(),
    /** When a person last typed the passphrase. */
    checkedAt: moment().notNull(),
  },
  () => [programPolicy()],
);
