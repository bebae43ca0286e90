import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

type Holder = { pid: number; startedAt: string; address?: string };

export type DataLock = {
  /** Sets the address that the error of a second start contains. */
  setAddress: (address: string) => void;
  release: () => void;
};

/** Locks a data folder. Throws if another process holds the lock; the lock of a dead process is taken over. */
export function lockDataFolder(folder: string): DataLock {
  const file = join(folder, 'lock.json');
  const me: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? '' };
  const draft = `${file}.${process.pid}`;
  const write = (holder: Holder) => writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  write(me);
  try {
    while (!claimed(draft, file)) {
      const holder = readHolder(file);
      if (holder && startOf(holder.pid) === holder.startedAt) {
        const where = holder.address ? ` at ${holder.address}` : '';
        throw new StartupError(
          `Sweepline is already running on ${folder}: process ${holder.pid}${where}. Stop it, or choose another DATA_DIR.`,
        );
      }
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    setAddress: (address) => {
      write({ ...me, address });
      renameSync(draft, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** A link is created atomically: of two simultaneous starts one wins, and neither reads a partial file. */
function claimed(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    // Written by this file; other content counts as a holder that is not running.
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The start time of a process, in the system's format, because a pid can be reused. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The program's name, in brackets, may hold spaces; the 20th field after it is the start in ticks since boot.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[0] === 'Z' ? undefined : `${boot} ${fields?.[19]}`;
  } catch {
    return undefined;
  }
}
