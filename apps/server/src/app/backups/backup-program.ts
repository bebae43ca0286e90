import { BackupFault, backupFaultOf } from '../../platform/backup/backup-fault.ts';
import { createBackup, type CreatedBackup } from '../../platform/backup/create-backup.ts';
import type { BackupOptions, BackupProgress } from '../../platform/backup/backup-options.ts';
import type { BackupKey } from '../../platform/backup/key-seal.ts';

/** The work that the server hands to this program, and its answers. */
export type BackupTask =
  | { type: 'BACKUP'; options: Omit<BackupOptions, 'disk' | 'now' | 'signal' | 'onProgress'> }
  | { type: 'REHEARSAL'; named: string; key: BackupKey; aside: string };
export type BackupAnswer =
  | { progress: BackupProgress }
  | { created: CreatedBackup }
  | { rehearsed: { name: string; lists: number } }
  | { fault: { code: BackupFault['code']; detail: string } };

const say = (answer: BackupAnswer) => void process.send?.(answer);
const stop = new AbortController();
const { signal } = stop;

async function rehearse({ named, key, aside }: Extract<BackupTask, { type: 'REHEARSAL' }>) {
  // The whole server: a backup does without it.
  const { rehearseBackup } = await import('./rehearse-backup.ts');
  const { restored, lists } = await rehearseBackup({
    named,
    aside,
    signal,
    keyOf: async (salt) => {
      // The backup has another passphrase than the one that is set now.
      if (salt !== key.salt) throw new BackupFault('WRONG_PASSPHRASE');
      return key;
    },
    onStep: (phase) => say({ progress: { phase, doneBytes: 0, totalBytes: null } }),
  });
  return { name: restored.found.name, lists };
}

async function carryOut(task: BackupTask): Promise<BackupAnswer> {
  if (task.type === 'REHEARSAL') return { rehearsed: await rehearse(task) };
  const onProgress = (progress: BackupProgress) => say({ progress });
  return { created: await createBackup({ ...task.options, signal, onProgress }) };
}

process.umask(0o077);
process.once('message', (task: BackupTask) => {
  carryOut(task)
    .catch((error: unknown): BackupAnswer => {
      const { code, detail } = backupFaultOf(error);
      return { fault: { code, detail } };
    })
    .then((answer) => process.send?.(answer, undefined, undefined, () => process.disconnect()));
});
process.once('SIGTERM', () => stop.abort());
// The server died: the next backup removes what is left.
process.once('disconnect', () => process.exit());
