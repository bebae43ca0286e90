import { setTimeout as pause } from 'node:timers/promises';
import { lockNumberOf } from '../db/session-locks.ts';
import { BackupFault } from './backup-fault.ts';
import { openWire, type WireConnection } from './wire/wire-connection.ts';

/** The lock of the clean-up of files: while a backup has it, no content is deleted that its snapshot names. */
export const fileCleanupLock = 'files.clean';
const backupLock = 'backups';
const retryMs = 500;
/** A clean-up of a million files ends within this. */
const maxWaitMs = 900_000;

const tryLock = async (wire: WireConnection, name: string) => {
  const [taken] = await wire.values(`select pg_try_advisory_lock(${lockNumberOf(name)})`);
  return taken === 't';
};

export interface BackupLocks {
  /** Throws if the locks ended with their connection: files may have been deleted since. */
  check(): Promise<void>;
  /** What the database says of its size, schema and audit, before the snapshot. */
  values: WireConnection['values'];
  release(): Promise<void>;
}

/**
 * Takes the lock of all backups of an installation and holds the clean-up of files. PostgreSQL gives both back when this process ends,
 * also after a kill. Refuses a second backup as `RUNNING`.
 */
export async function takeBackupLocks(databaseUrl: string, signal?: AbortSignal): Promise<BackupLocks> {
  const wire = await openWire(databaseUrl, { application_name: 'sweepline backup lock' });
  try {
    if (!(await tryLock(wire, backupLock))) throw new BackupFault('RUNNING');
    for (const giveUpAt = Date.now() + maxWaitMs; !(await tryLock(wire, fileCleanupLock));) {
      if (Date.now() > giveUpAt) throw new BackupFault('FAILED', 'the clean-up of files does not end.');
      await pause(retryMs, undefined, { signal });
    }
  } catch (error) {
    wire.close();
    throw error;
  }
  return {
    check: async () => void (await wire.values('select 1')),
    values: wire.values,
    release: async () => {
      // Without the connection there is no lock to give back.
      await wire.values('select pg_advisory_unlock_all()').catch(() => {});
      wire.close();
    },
  };
}
