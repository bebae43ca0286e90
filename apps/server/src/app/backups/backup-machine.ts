import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BackupFault } from '../../platform/backup/backup-fault.ts';
import type { BackupMachine } from '../../platform/backup/backup-machine.ts';
import type { BackupProgress } from '../../platform/backup/backup-options.ts';
import { connectionOf, ownerRole, serverRole, withRole } from '../../platform/embedded/connection.ts';
import program from '../../../package.json' with { type: 'json' };
import type { BackupAnswer, BackupTask } from './backup-program.ts';
import type { Env } from '../env.ts';
import { fingerprintOf, readInstallationKeys } from './installation-keys.ts';

const file = fileURLToPath(new URL('./backup-program.ts', import.meta.url));

/** The database as its owner: the server itself signs in to the embedded one with a role that may not copy it. */
function ownerUrlOf(databaseUrl: string): string {
  const [, { host }] = connectionOf(databaseUrl);
  const isEmbedded = host !== undefined && new URL(databaseUrl).username === serverRole;
  return isEmbedded ? withRole(databaseUrl, ownerRole) : databaseUrl;
}

/** Makes backups in a process of their own: hashing and packing would delay calls, and their memory would stay with the server. */
export function createBackupMachine(env: Env): BackupMachine {
  const children = new Set<ChildProcess>();

  const ask = async (
    task: BackupTask,
    onProgress: (progress: BackupProgress) => void,
  ): Promise<BackupAnswer> => {
    const child = fork(file, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    children.add(child);
    let answer: BackupAnswer | undefined;
    child.on('message', (message: BackupAnswer) => {
      if ('progress' in message) onProgress(message.progress);
      else answer = message;
    });
    child.send(task);
    await once(child, 'exit');
    children.delete(child);
    if (!answer) throw new BackupFault('STOPPED');
    if ('fault' in answer) throw new BackupFault(answer.fault.code, answer.fault.detail);
    return answer;
  };

  return {
    create: async (task, onProgress) => {
      const keys = await readInstallationKeys(env);
      const options = {
        ...task,
        databaseUrl: ownerUrlOf(env.DATABASE_URL ?? ''),
        filesUrl: env.FILES_URL,
        dataDir: env.DATA_DIR,
        keys,
        fingerprint: fingerprintOf(keys),
        version: program.version,
      };
      const answer = await ask({ type: 'BACKUP', options }, onProgress);
      if (!('created' in answer)) throw new BackupFault('FAILED');
      return answer.created;
    },
    rehearse: async ({ named, key }, onProgress) => {
      const answer = await ask({ type: 'REHEARSAL', named, key, aside: tmpdir() }, onProgress);
      if (!('rehearsed' in answer)) throw new BackupFault('FAILED');
      return answer.rehearsed;
    },
    stop: async () => {
      const ends = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ends);
    },
  };
}
