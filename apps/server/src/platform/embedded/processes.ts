import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Whether the process runs, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !isZombie(pid);
}

/** Whether the process is dead but not reaped by its parent; in some containers orphans are never reaped. */
export function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    return false;
  }
}

/** Whether this folder is the working directory of the process; undefined if that cannot be read. */
export function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Whether this folder is the working directory of any running process. */
export const isWorkingDirectory = (folder: string): boolean =>
  readdirSync('/proc').some(
    (pid) => /^\d+$/.test(pid) && isAlive(Number(pid)) && worksIn(Number(pid), folder),
  );
